# SPDX-License-Identifier: EUPL-1.2
"""`make gallery`: photographs every screen in English and Dutch and every theme, small and with large text, and makes a contact sheet."""
import html
import pathlib
import sys
import tempfile

import gallery
from playwright.sync_api import sync_playwright

from chromium import launch

# The columns of the contact sheet: the window, the media, and the text size in per cent.
DESKTOP = {"width": 520, "height": 980}
SMALL = {"width": 320, "height": 640}
VIEWS = [(f"{language}-{theme}", language, media, DESKTOP, 100)
         for language in gallery.LANGUAGES for theme, media in gallery.THEMES.items()] + [
    ("en-320px", "en", gallery.THEMES["light"], SMALL, 100),
    ("nl-320px", "nl", gallery.THEMES["light"], SMALL, 100),
    ("nl-320percent", "nl", gallery.THEMES["light"], DESKTOP, 320),
]
COLUMNS = 3


def photograph(browser, drawn, folder):
    """Takes every picture in every view."""
    for view, language, media, window, text in VIEWS:
        context = browser.new_context(viewport=window)
        page = drawn.open(context, text)
        page.emulate_media(**media)
        (folder / view).mkdir(parents=True, exist_ok=True)
        target = page.locator(".handset") if window is DESKTOP else page
        for picture in drawn.pictures:
            gallery.show(page, picture, language)
            target.screenshot(path=folder / view / f"{picture['name']}.png", animations="disabled")
        context.close()


def contact_sheet(browser, drawn, folder):
    """Writes a page with the pictures side by side, and a picture of that page."""
    heads = "".join(f"<th>{html.escape(view)}</th>" for view, *_ in VIEWS)
    rows = "".join(
        f"<tr><th>{html.escape(picture['name'])}</th>"
        + "".join(f'<td><a href="{view}/{picture["name"]}.png"><img loading="lazy" src="{view}/{picture["name"]}.png" alt=""></a></td>'
                  for view, *_ in VIEWS) + "</tr>"
        for picture in drawn.pictures)
    sheet = folder / "index.html"
    sheet.write_text(f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery of the NL Wallet</title>
<style>
body {{ margin: 24px; background: #F3F6FB; color: #152238; font: 13px/1.4 sans-serif }}
img {{ width: 200px; display: block }} th {{ text-align: start; padding: 4px 8px; position: sticky; top: 0; left: 0 }}
thead th {{ background: #F3F6FB; z-index: 1 }}
</style>
<h1>Gallery: {len(drawn.pictures)} screens, {len(VIEWS)} views</h1>
<table><thead><tr><th></th>{heads}</tr></thead>{rows}</table></html>""")
    cards = "".join(
        f'<div class="card"><p>{html.escape(picture["name"])}</p>'
        + "".join(f'<img src="{view}/{picture["name"]}.png" alt="">' for view, *_ in VIEWS) + "</div>"
        for picture in drawn.pictures)
    small = folder / "contact-sheet.html"
    small.write_text(f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Contact sheet of the NL Wallet</title>
<style>
body {{ margin: 16px; background: #F3F6FB; color: #152238; font: 11px/1.2 sans-serif;
       display: grid; grid-template-columns: repeat({COLUMNS}, max-content); gap: 12px 24px }}
.card {{ display: grid; grid-template-columns: repeat({len(VIEWS)}, 92px); gap: 4px; align-items: start }}
.card p {{ grid-column: 1 / -1; margin: 0 }} img {{ width: 92px }}
</style>{cards}</html>""")
    page = browser.new_page(viewport={"width": 32 + COLUMNS * (len(VIEWS) * 96 + 20), "height": 800})
    page.goto(small.as_uri())
    page.wait_for_load_state("load")
    page.screenshot(path=folder / "contact-sheet.png", full_page=True)
    page.close()


def main(target):
    """Draws, photographs, and prints the paths."""
    with tempfile.TemporaryDirectory() as drawn_in, sync_playwright() as playwright:
        drawn = gallery.draw(drawn_in)
        browser = launch(playwright)
        photograph(browser, drawn, target)
        contact_sheet(browser, drawn, target)
        browser.close()
    print(f"{len(drawn.pictures) * len(VIEWS)} pictures. Look at {target / 'index.html'}, or at once at {target / 'contact-sheet.png'}.")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
