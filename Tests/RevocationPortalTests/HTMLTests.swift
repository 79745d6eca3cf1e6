// SPDX-License-Identifier: EUPL-1.2

import Testing
import WebPages

@testable import RevocationPortal

/// Pages consist only of the portal's elements.
struct HTMLTests {
    static let nasty = [
        "<script>alert(1)</script>", "\"><img src=x>", "' onload='x", "</main>", "&lt;", "`", "\u{0}\u{8}\u{7F}", "]]>", "<!--",
    ]

    @Test(arguments: nasty)
    func `text and values are escaped`(_ text: String) {
        let markup = HTML.element(.p, .value(text), .label(text)) { text }.markup
        #expect(markup.ranges(of: "<").count == 2 && markup.ranges(of: ">").count == 2)
        #expect(markup.ranges(of: "\"").count == 4 && !markup.contains("'") && !markup.contains("`"))
        #expect(markup.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test func `void elements have no end tag, and boolean attributes have no value`() {
        #expect(HTML.element(.input, .type("text"), .flag("required")).markup == #"<input type="text" required>"#)
        #expect(HTML.element(.p).document == "<!DOCTYPE html>\n<p></p>\n")
    }

    @Test func `links lead to the portal's pages, to web addresses, or within the page`() throws {
        #expect(HTML.element(.a, .href(.page(.help, .english))).markup == #"<a href="/help?lang=en"></a>"#)
        #expect(HTML.element(.a, .href(.outside(try ExternalAddress("https://a.example/?x=\"&y")))).markup.contains("&quot;&amp;y"))
        #expect(HTML.element(.a, .href(.place("code"))).markup == ##"<a href="#code"></a>"##)
    }
}
