"""Make `python -m gamelib.notebooks` work."""

import sys

from gamelib.notebooks.tool import main

sys.exit(main())
