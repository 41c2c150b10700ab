"""What a notebook of the course imports: checks, predictions, views, lectures and homework.

`__init__.pyi` lists the public names, each with its module.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
