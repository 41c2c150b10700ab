"""Adversarial game search that you can watch step by step.

>>> from gamelib import SAMPLE, alpha_beta
>>> alpha_beta(SAMPLE).move
'B'

`__init__.pyi` lists the public names, each with its module. A name is loaded when it is first used,
so `import gamelib` loads neither matplotlib nor ipywidgets.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
