// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import WebPages

/// Pages consist only of elements in the vocabulary.
struct MarkupTests {
    typealias HTML = Markup<PageVocabulary>

    static let nasty = [
        "<script>alert(1)</script>", "\"><img src=x>", "' onload='x", "</main>", "&lt;", "`", "\u{0}\u{8}\u{7F}", "]]>", "<!--",
    ]

    /// An invalid URL.
    private struct Anywhere: PageAddress {
        let address: String
    }

    @Test(arguments: nasty)
    func `texts and attribute values cannot break out of their place`(text: String) {
        let attributes: [HTML.Attribute] = [
            .value(text), .label(text), .lang(tag: text), .hreflang(tag: text), .href(to: Anywhere(address: text)),
            .action(to: Anywhere(address: text)),
        ]
        let markup = HTML.element(.p, attributes) { text }.markup
        #expect(markup.ranges(of: "<").count == 2 && markup.ranges(of: ">").count == 2)
        #expect(markup.ranges(of: "\"").count == 2 * attributes.count && !markup.contains("'") && !markup.contains("`"))
        #expect(markup.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test func `elements nest in order, with loops and conditions`() {
        let isLong = true
        let html = HTML.element(.ul, .class("list")) {
            for number in 1...2 { HTML.element(.li) { String(number) } }
            if isLong { HTML.element(.li, .id("last")) } else { "none" }
            if !isLong { "short" }
            HTML.group([.text("a"), .text("&")])
        }
        #expect(html.markup == #"<ul class="list"><li>1</li><li>2</li><li id="last"></li>a&amp;</ul>"#)
        #expect(html.document == "<!DOCTYPE html>\n" + html.markup + "\n")
    }

    @Test func `void elements have no end tag, and boolean attributes have no value`() {
        #expect(
            HTML.element(.input, .type("text"), .name("code"), .flag("required")).markup == #"<input type="text" name="code" required>"#)
        #expect(HTML.element(.link, .fixed("rel", "icon")) { "lost" }.markup == #"<link rel="icon">"#)
        #expect(HTML.element(.div).markup == "<div></div>")
    }

    @Test func `a drawing is written unchanged`() throws {
        let drawing = try Drawing("pictures/mark")
        #expect(HTML.element(.p) { HTML.drawing(drawing) }.markup == "<p>\(drawing.source)</p>")
    }

    @Test func `valid HTML characters are kept`() {
        #expect("é 漢 👩‍👩‍👧\n\t".escapedForHTML == "é 漢 👩‍👩‍👧\n\t")
        #expect("\u{9B}\r\u{7F}".escapedForHTML == "\u{FFFD}\u{FFFD}\u{FFFD}")
    }
}
