"""What teaching adds to `gamelib`: checks, predictions, lecture helpers, homework, grading.

The public names stand in `__init__.pyi`, once, each with the module that it comes from.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
