# SPDX-License-Identifier: EUPL-1.2
"""The gallery: every screen of the app, drawn by the program's own renderer and put on the program's own page.

A Swift test draws the screens into a folder; a page that has no program behind it then shows them one after the other.
"""
import json
import mimetypes
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
ADDRESS = "http://gallery.test"
LANGUAGES = ["en", "nl"]
THEMES = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
    "dark-contrast": {"color_scheme": "dark", "contrast": "more"},
}

# Replaces the script that opens a session: only the glass, and an increasing ticket, so that each screen counts as new.
SCRIPT = """
import { putPhone } from '/glass.js';
let ticket = 0;
window.showPicture = ({ kind, phone }, direction) => {
    const handset = document.querySelector('.handset');
    if (handset.dataset.kind !== kind) handset.dataset.kind = kind;
    putPhone({ ...phone, ticket: ++ticket, direction });
};
"""


def draw(folder):
    """Draws every screen into a folder, and reads the result."""
    drawing = subprocess.run(
        ["swift", "test", "--skip-build", "--ignore-lock", "--filter", "DrawnGalleryTests"], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "WALLET_GALLERY": str(folder)})
    assert drawing.returncode == 0, drawing.stdout
    return Gallery(folder)


class Gallery:
    """The drawn screens."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.pictures = json.loads((self.folder / "gallery.json").read_text())["pictures"]

    def open(self, context, text=100):
        """A page with an empty glass and only the program's files; `text` is the reader's text size, in per cent."""
        page = context.new_page()
        page.route("**/*", lambda route: self._answer(route, text))
        page.goto(ADDRESS + "/")
        page.wait_for_function("() => window.showPicture !== undefined")
        return page

    def _answer(self, route, text):
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0].lstrip("/") or "index.html"
        if path == "workbench.js":
            return route.fulfill(body=SCRIPT, content_type="text/javascript")
        file = self.folder / path
        if not route.request.url.startswith(ADDRESS) or not file.is_file():
            return route.abort()
        if path == "index.html":
            return route.fulfill(body=file.read_text().replace("<html", f'<html style="font-size: {text}%"'), content_type="text/html")
        return route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(path)[0] or "text/plain")


def show(page, picture, language, direction="none"):
    """Shows a picture on the glass."""
    page.evaluate("([picture, direction]) => showPicture(picture, direction)",
                  [{"kind": picture["kind"], "phone": picture["phone"][language]}, direction])
