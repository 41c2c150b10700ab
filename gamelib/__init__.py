"""Adversarial game search for people who want to see it work.

>>> from gamelib import SAMPLE, alpha_beta
>>> alpha_beta(SAMPLE).move
'B'

The public names stand in `__init__.pyi`, once, each with the module that it comes from. A name is
loaded when it is first used, so `import gamelib` needs neither matplotlib nor ipywidgets.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
