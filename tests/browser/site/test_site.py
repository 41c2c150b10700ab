"""The pages of the site, opened from the disk in a browser without a network."""

from __future__ import annotations

import re
import subprocess
import sys
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from browser_site import INSIDE
from browser_views import assert_accessible, assert_readable, press, step_of

from gamelib.view.live.view import SAVED_NOTE

ROOT = Path(__file__).parents[3]
SAMPLE = ("index", "notebooks/03-alpha-beta", "notebooks/homework/hw2-pruning", "docs/glossary")
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    command = [sys.executable, "site/build.py", "--pages", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, "nothing was changed" in done.stderr) == (1, True)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.fixture
def visit(browser, site, offline):
    """Open a page, in a window of its own if options say how that window is special.

    A script error, or a request that leaves the disk, fails the test.
    """
    contexts, problems = [], []

    def opened(name, *, viewport=DESK, color_scheme="light", before="", **how):
        page = offline
        if before or how:
            context = browser.new_context(offline=True, **how)
            context.add_init_script(before)
            contexts.append(context)
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(f"{name}: {error}"))
            page.on("request", lambda r: r.url.startswith(INSIDE) or problems.append(r.url))
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=color_scheme)
        page.goto((site / f"{name}.html").as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def names(site):
    """Return the names of all pages, without those of the kernel."""
    own = (path.relative_to(site) for path in site.rglob("*.html") if "lite" not in path.parts)
    return sorted(path.with_suffix("").as_posix() for path in own if "macros" not in path.name)


class Tags(HTMLParser):
    """The links, ids and loaded files of a page, and its images without an alt text."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.loaded, self.without_alt = [], set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.ids.add(attributes.get("id"))
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif file := attributes.get("src") or attributes.get("href"):
            self.loaded.append(file)
        alt = attributes.get("alt") or ""
        if tag == "img" and (len(alt) < 10 or "_images/" in alt):
            self.without_alt.append(attributes.get("src", "")[:80])


def test_links_work_pictures_have_alt_texts_and_pages_load_only_own_files(site):
    pages = {
        site / f"{name}.html": Tags((site / f"{name}.html").read_text()) for name in names(site)
    }
    assert len(pages) > 25
    for path, tags in pages.items():
        where = path.relative_to(site)
        assert tags.without_alt == [], where
        if "_static" not in path.parts and path.name != "embed.html":  # these stand alone
            assert "https://github.com/owner/repository" in tags.links, where
        for link in [*tags.links, *tags.loaded]:
            parts = urlsplit(link)
            if parts.scheme:
                assert link in tags.links or parts.scheme == "data", f"{where} loads {link}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.is_file(), f"{where}: {link}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].ids, f"{where}: {link}"
            for file in parse_qs(parts.query).get("path", []):  # the file that the kernel opens
                assert (ROOT / file).is_file(), f"{where}: {link}"
    for sheet in site.glob("_*/**/*.css"):
        assert not re.search(r"(@import|url\()[\s'\"]*(https?:)?//", sheet.read_text()), sheet


def test_every_notebook_has_a_page_with_links_to_run_it_start_over_and_download(site):
    notebooks = sorted((ROOT / "notebooks").rglob("*.ipynb"))
    assert len(notebooks) >= 15
    for path in notebooks:
        file = path.relative_to(ROOT).as_posix()
        text = (site / file).with_suffix(".html").read_text(encoding="utf-8")
        saved = file.replace("notebooks", "files", 1)
        for link in (f"index.html?path={file}", f"start-over.html?path={file}", saved):
            assert link in text, f"{file} has no {link}"
        if SAVED_NOTE in path.read_text(encoding="utf-8"):
            assert "Play in the browser" in text
        pictures = re.findall(r"svg\+xml;base64,([\w+/=]+)", text)
        assert not [svg for svg in [text, *map(b64decode, pictures)] if "this cell to" in str(svg)]
    for name in (ROOT / "instructor" / "lectures").glob("*.md"):
        assert (site / "instructor" / "lectures" / f"{name.stem}.html").is_file()


def test_the_front_page_can_be_stepped_within_three_seconds(visit):
    page = visit("index")
    page.wait_for_function("performance.getEntriesByName('interactive').length")
    after = page.evaluate("performance.getEntriesByName('interactive')[0].startTime")
    assert after < 3000
    press(page, "forward")
    assert step_of(page) == 1
    assert page.locator(".bd-sidebar-primary .search-button-field:visible").count() == 1
    assert page.locator(".bd-header:visible").count() == 0  # it has a second search
    page.locator(".prev-next-footer a", has_text="Welcome").click()
    page.wait_for_url("**/00-welcome.html")


def test_a_lecture_can_be_stepped_its_answers_are_folded_and_all_of_it_turns_dark(visit):
    page = visit("notebooks/03-alpha-beta")
    page.wait_for_selector(".gl-stepper")
    assert page.locator("details.hide summary").first.inner_text() == "Show the code"
    answer = page.locator("details.hide", has_text="Show the answer").first
    assert not answer.locator(".output").first.is_visible()
    answer.locator("summary", has_text="Show the answer").click()
    assert "5 cards, for example K M" in answer.locator(".output").first.inner_text()
    closed = page.locator("details.hide:not([open])")
    assert closed.count() > 3  # the click opened one alone
    at = step_of(page)
    page.get_by_role("button", name="Show me").first.click()  # it asks first
    press(page, "forward")
    assert step_of(page) > at
    assert page.locator(".gl-stepper").count() >= 3
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.body.dataset.jpThemeLight === 'false'")
    picture = page.locator(".cell_output img[src^='data:image/svg']").first
    assert picture.evaluate("e => getComputedStyle(e).colorScheme") == "dark"
    assert picture.evaluate("e => getComputedStyle(e).filter") == "none"
    assert_readable(page)


def test_the_search_box_finds_a_lecture(visit):
    # A page from the disk cannot fetch; a served page also shows a few words of each result.
    page = visit("search", before="window.fetch = async () => new Response('');")
    page.goto(f"{page.url}?q=quiescence")
    page.wait_for_selector("#search-results li a")
    results = page.locator("#search-results li a").all_inner_texts()
    assert "Hasami Shogi" in " ".join(results)


def fits_and_is_accessible(page, name):
    page.wait_for_load_state()
    page.wait_for_function(
        "() => document.querySelectorAll('.gamelib-view').length"
        " === document.querySelectorAll('.gl-live').length"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    assert_accessible(page)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_page_fits_a_phone_and_is_accessible(visit, name):
    fits_and_is_accessible(visit(name, viewport=PHONE, color_scheme="dark"), name)


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_a_phone_and_is_accessible(visit, site, scheme):
    for name in names(site):
        page = visit(name, viewport=PHONE, color_scheme=scheme)
        fits_and_is_accessible(page, name)
        page.set_viewport_size(DESK)
        assert_accessible(page)


FORBIDDEN = """Object.defineProperty(window, "localStorage",
  { configurable: true, get() { throw new DOMException("no", "SecurityError"); } });"""


def test_a_page_says_which_feature_the_browser_lacks(visit):
    page = visit("notebooks/03-alpha-beta", java_script_enabled=False)
    assert "can be read without JavaScript" in page.locator(".cannot:visible").inner_text()
    assert page.locator(".gl-twin img").first.is_visible()
    page = visit("notebooks/03-alpha-beta", before=FORBIDDEN)
    assert "keep nothing" in page.locator(".cannot:visible").inner_text()
    page.wait_for_selector(".gl-stepper")
    page.get_by_role("button", name="Show me").first.click()
    page.locator(".theme-switch-button:visible").click()
    page = visit("notebooks/03-alpha-beta", before="delete window.DecompressionStream;")
    assert "too old" in page.locator(".cannot:visible").inner_text()
    page.wait_for_function("document.body.innerText.includes('The live view cannot run')")
    assert page.locator(".gl-twin img").first.is_visible()
    page = visit("notebooks/03-alpha-beta")
    assert page.locator(".cannot:visible").count() == 0
    assert "run.py site --serve" in page.locator(".if-from-file:visible").inner_text()
