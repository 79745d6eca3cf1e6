// SPDX-License-Identifier: EUPL-1.2

import Testing
import WebPages

@testable import PhoneWeb

/// Texts that have broken out of markup in practice: tags, quotes, references, scripts, control and direction characters.
let naughtyStrings = [
    "<script>alert(1)</script>", "</h1><script src=//evil.example></script>", "\"><img src=x onerror=alert(1)>",
    "' autofocus onfocus='alert(1)",
    "` onmouseover=alert(1) `", "<!--<img src=\"--><img src=x onerror=alert(1)//\">", "<svg/onload=alert(1)>", "&lt;script&gt;",
    "&#60;b&#62;",
    "&amp;lt;", "]]><b>", "<![CDATA[<b>]]>", "{{constructor.constructor('alert(1)')()}}", "javascript:alert(1)", "\u{202E}gnp.exe",
    "\u{0}\u{1}\u{7F}\u{9B}", "\r\nevent: phone\r\ndata: {}", "\u{2028}\u{2029}", "ﷺ\u{FEFF}", "👩‍👩‍👧‍👦", "a\u{301}\u{301}\u{301}", "",
    "<template><img></template>", "<math><mi//xlink:href=\"data:x\">", "%3Cscript%3E", "\\u003cscript\\u003e",
]

struct HTMLTests {
    @Test(arguments: naughtyStrings)
    func `markup in a text is escaped`(string: String) {
        let markup = HTML.element(.p) { string }.markup
        #expect(markup.hasPrefix("<p>") && markup.hasSuffix("</p>"))
        #expect(isPlain(markup.dropFirst(3).dropLast(4)))
        #expect(unescaped(markup.dropFirst(3).dropLast(4)) == replacingControls(string))
    }

    @Test(arguments: naughtyStrings)
    func `markup in an attribute stays part of its value`(string: String) {
        let markup = HTML.element(.div, .aria("label", string), .id("x")).markup
        #expect(markup.hasPrefix("<div aria-label=\"") && markup.hasSuffix("\" id=\"x\"></div>"))
        let value = markup.dropFirst("<div aria-label=\"".count).dropLast("\" id=\"x\"></div>".count)
        #expect(isPlain(value))
        #expect(unescaped(value) == replacingControls(string))
    }

    @Test
    func `elements are nested in their order`() {
        let html = HTML.element(.ul, .class("list")) {
            for number in 1...2 { HTML.element(.li) { String(number) } }
            HTML.group([.text("a"), .text("&")])
        }
        #expect(html.markup == #"<ul class="list"><li>1</li><li>2</li>a&amp;</ul>"#)
    }

    @Test
    func `a void element has no end tag`() {
        #expect(HTML.element(.input, .type("checkbox"), .checked).markup == #"<input type="checkbox" checked>"#)
    }

    /// Returns true if nothing in the markup can start a tag or end a quoted value.
    private func isPlain(_ markup: some StringProtocol) -> Bool {
        !markup.unicodeScalars.contains { "<>\"'`".unicodeScalars.contains($0) }
    }

    private func unescaped(_ markup: some StringProtocol) -> String {
        String(markup).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing(
            "&#39;", with: "'"
        )
        .replacing("&#96;", with: "`").replacing("&amp;", with: "&")
    }

    private func replacingControls(_ string: String) -> String {
        var text = ""
        for scalar in string.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
            text.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return text
    }
}
