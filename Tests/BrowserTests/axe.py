# SPDX-License-Identifier: EUPL-1.2
"""axe-core, from its Python package: the findings for a page."""
import importlib.resources

SOURCE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text()

# All rules of WCAG 2.2 A and AA and all best practices, plus the size of targets, which axe omits by default.
RUN = """
async () => {
    for (const animation of document.getAnimations()) {
        try { animation.finish(); } catch { animation.cancel(); }
    }
    const answer = await axe.run(document, { resultTypes: ['violations', 'incomplete'], rules: { 'target-size': { enabled: true } } });
    const lines = rules => rules.flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
    return { wrong: lines(answer.violations), unknown: lines(answer.incomplete) };
}
"""

# The fades above scrolling content, the camera, and transparent surfaces below a dialog: axe cannot measure text there.
PLAIN = """
.actions::before, .screen::after, .status-bar::before { content: none !important; }
.screen[inert], .glass:has(.scrim) .status-bar { visibility: hidden; }
"""


def load(page):
    """Loads axe into a page, once."""
    page.evaluate(SOURCE)
    # The page's own policy forbids adding a style element.
    page.evaluate("text => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); document.adoptedStyleSheets = [sheet]; }", PLAIN)


def run(page):
    """Returns the violations and the undecided rules, as sentences."""
    answer = page.evaluate(RUN)
    return answer["wrong"], answer["unknown"]


def looks_good(phone, where):
    """Checks the phone's page at the start and at the end of its screen: a row is half below the fixed buttons in at most one of them.
    Contrast over translucent layers cannot be measured; each screen was measured alone."""
    start = findings(phone, 0)
    found = [line for line in findings(phone, 1_000_000) if line in start or not line.startswith("target-size:")]
    found += [line for line in start if line not in found and not line.startswith("target-size:")]
    assert not found, "\n".join([where] + found[:20])


def findings(phone, scroll):
    """What axe finds with the screen on top of the glass scrolled to a place, in pixels from its start."""
    phone.page.evaluate("place => document.querySelectorAll('#glass .screen:not([inert])').forEach(screen => { screen.scrollTop = place; })", scroll)
    phone.rests()
    wrong, unknown = run(phone.page)
    return wrong + [line for line in unknown if not line.startswith(("color-contrast:", "frame-tested:"))]
