"""Settings of Sphinx for the site; `site/build.py` gathers the sources first."""

import os

project = "Game search"
author = "the game-search-course contributors"
copyright = "the contributors"
LICENCE = "https://creativecommons.org/licenses/by/4.0/"

extensions = ["myst_nb"]
html_theme = "sphinx_book_theme"
html_title = "Game search"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_css_files = ["site.css"]
html_js_files = ["theme.js", ("views.js", {"defer": "defer"})]
html_theme_options = {
    "show_navbar_depth": 1,
    "show_toc_level": 2,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "home_page_in_toc": True,
    "navbar_persistent": [],  # the search is in the sidebar
    "extra_footer": f"Texts: <a href='{LICENCE}'>CC BY 4.0</a>. Code: MIT.",
}
if repository := os.environ.get("GITHUB_REPOSITORY"):  # set where the site is published
    link = f" <a href='https://github.com/{repository}'>The whole project</a> is on GitHub."
    html_theme_options["extra_footer"] += link
html_show_sourcelink = False
html_copy_source = False

nb_execution_mode = "off"  # the pages show the stored outputs, which nbval compares with a new run
nb_code_prompt_show = "Show the answer"
nb_code_prompt_hide = "Hide the answer"
nb_mime_priority_overrides = [("html", "text/html", 0)]
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 4
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header", "misc.highlighting_failure"]
html_use_index = False
