# SPDX-License-Identifier: EUPL-1.2
"""axe-core, from its Python package: what it says of a page."""
import importlib.resources

SOURCE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text()

# Every rule of WCAG 2.2 A and AA and every best practice; the size of targets is not among what axe does unasked.
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

# The fades above what scrolls, the camera, and what shines through below a dialog: where those are, axe does not measure a text at all.
PLAIN = """
.actions::before, .screen::after, .status-bar::before { content: none !important; }
.screen[inert], .glass:has(.scrim) .status-bar { visibility: hidden; }
"""


def load(page):
    """Gives a page axe, once."""
    page.evaluate(SOURCE)
    # The page's own policy lets no style be added as an element.
    page.evaluate("text => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); document.adoptedStyleSheets = [sheet]; }", PLAIN)


def run(page):
    """What is wrong, and what axe could not tell, as sentences."""
    answer = page.evaluate(RUN)
    return answer["wrong"], answer["unknown"]
