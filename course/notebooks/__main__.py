"""Make `python -m course.notebooks` work."""

import sys

from course.notebooks.tool import main

sys.exit(main())
