// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import SimulatedPhone

/// Of any page only texts, and elements and attributes on the closed lists, remain.
@Suite(.timeLimit(.minutes(5))) struct HostileDocumentTests {
    private func read(_ html: String, limits: BrowserLimits = BrowserLimits()) throws -> PageReader {
        PageReader.read(Array(html.utf8), from: try #require(BrowserAddress("https://evil.example/dir/page")), within: limits)
    }

    /// A comparable list of elements, attributes and texts.
    private func shape(_ nodes: [PageNode]) -> String {
        nodes.map { node in
            switch node {
            case .text(let text): return text
            case .element(let element):
                let attributes = element.attributes.sorted { $0.key.rawValue < $1.key.rawValue }.map { " \($0.key.rawValue)=\($0.value)" }
                let control = element.control.map { " \($0)" } ?? ""
                return "[\(element.tag.rawValue)\(attributes.joined())\(control)|\(shape(element.children))]"
            }
        }.joined()
    }

    @Test(arguments: [
        ("<script>alert(1)</script>a", "a"), ("<SCRIPT/x>alert(1)</sCript >a", "a"), ("<script>a</script x>b", "b"), ("<script>a", ""),
        ("<scr<script>ipt>x</script>a", "ipt>xa"), ("<b onclick=alert(1) style='x:y' class=c>a</b>", "[b class=c|a]"),
        ("<b/onmouseover=alert(1)//>a", "[b|a]"), ("<img src=x onerror=alert(1) alt=pic>", "pic"),
        ("<svg><script>a</script><b>x</b></svg>y", "y"), ("<math><mtext><b>x</math>y", "y"), ("<template><b>x</b></template>y", "y"),
        ("<iframe src=/trace><b>x</b></iframe>y", "y"), ("<object data=/><b>x</b></object>y", "y"), ("<embed src=/>y", "y"),
        ("<meta http-equiv=refresh content='0;url=https://evil.example/'>y", "y"), ("<noscript><b>x</b></noscript>", "[b|x]"),
        ("<form action=/ target=_top name=body id=f>x</form>", "[form id=f|x]"), ("<!-- <b>x</b> -->y<!-- <b>", "y"),
        ("<?php <b>?>y", " ?>y".trimmingSpaces),
        ("<!DOCTYPE html><x-y><b>z</b></x-y>", "[b|z]"), ("a<b", "a[b|]"), ("1 < 2 & 3 &lt; 4 &#60; &#x3C;", "1 < 2 & 3 < 4 < <"),
        ("&amp;lt;b&gt; &unknown; &#0; &#xD800;", "&lt;b> &unknown; \u{FFFD} \u{FFFD}"),
        ("<b title='&quot;>&lt;x'>a", "[b title=\">&lt;x|a]".replacing("&lt;", with: "<")),
        ("<textarea><b>x</b></textarea>", "[textarea|<b>x</b>]"), ("<title><script>a</title>b", "b"), ("</b></p></script>a", "a"),
        ("<xmp><b>x</xmp>y", "y"), ("<plaintext><b>x", "[b|x]"), ("<p>a<p>b<div>c", "[p|a][p|b][div|c]"),
        ("<ul><li>a<li>b</ul>", "[ul|[li|a][li|b]]"),
        ("<input type=file name=x>y", "y"), ("<input type=image src=x>", "[button|OK]"), ("<frameset><frame src=/></frameset>y", "y"),
        ("<b title=a title=b>x", "[b title=a|x]"), ("<b hidden = >x", "[b hidden=|x]"), ("\u{0}<b\u{0}>x", "\u{0}x"),
    ])
    func `elements and attributes that are not on the lists are left out`(html: String, expected: String) throws {
        #expect(shape(try read(html).document.nodes) == expected)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", " javascript:x", "java\nscript:x", "java\tscript:x", "&#106;avascript:x",
        "vbscript:x", "data:text/html,<script>", "blob:https://a/b", "about:blank", "#part", "file:///etc",
    ])
    func `a link that would run something leads nowhere`(reference: String) throws {
        let document = try read("<a href=\"\(reference)\">x</a>").document
        #expect(document.links.allSatisfy { $0 == nil })
    }

    @Test func `links and forms know where they lead, and the page does not`() throws {
        let document = try read(
            """
            <base href="https://other.example/base/"><base href="https://third.example/">
            <a href="x" target=_top>1</a><a href="//y.example/z" ping=/p download>2</a><a href="http://y.example/">3</a>
            <form action="go" method=POST><button formaction="/own" formmethod=get name=s value=v>b</button></form>
            <a href="">4</a>
            """
        ).document
        #expect(
            document.links.map { $0?.text }
                == ["https://other.example/base/x", "https://y.example/z", nil, "https://other.example/base/"])
        let form = try #require(document.forms.first)
        #expect(form.action?.text == "https://other.example/base/go")
        let own = try #require(form.request(submitter: 0, entered: [:]))
        #expect(own.address?.text == "https://other.example/own?s=v" && own.method == .get)
        #expect(!shape(document.nodes).contains("example"))
    }

    @Test func `a form sends its fields in order, and only what they can hold`() throws {
        let form = try #require(
            try read(
                """
                <form method=post><input type=hidden name=h value="a&amp;b"><input name=t value=old><input type=checkbox name=c value=1>
                <input type=radio name=r value=x checked><input type=radio name=r value=y><select name=s><option>one<option value=2>two</select>
                <textarea name=m>first</textarea><input name=off disabled value=z><button name=b value=1>A</button><input type=submit name=b value=2>
                </form>
                """
            ).document.forms.first)
        func sent(_ submitter: Int, _ entered: [Int: String]) -> PageRequest.Method? {
            form.request(submitter: submitter, entered: entered)?.method
        }
        #expect(sent(8, [1: "é ~\n", 2: "", 4: "", 5: "2"]) == .post(form: "h=a%26b&t=%C3%A9+%7E%0D%0A&c=1&r=y&s=2&m=first&b=1"))
        #expect(
            sent(9, [0: "mine", 6: "", 8: "on"]) == .post(form: "h=a%26b&t=old&m=&b=2"), "hidden and disabled fields stay as they are")
        #expect(sent(8, [5: "three"]) == nil, "no such option")
        #expect(sent(1, [:]) == nil, "no button")
        #expect(sent(99, [:]) == nil)
        #expect(sent(-1, [:]) == nil)
        #expect(sent(8, [99: ""]) == nil)
    }

    @Test func `forms in forms and fields outside of forms send nothing of their own`() throws {
        let document = try read("<input name=a><button>x</button><form action=/a><form action=/b><input name=c></form><input name=d>")
            .document
        #expect(document.forms.count == 1)
        #expect(document.forms[0].fields.map(\.name) == ["c"])
    }

    @Test func `too much is cut off, in time`() throws {
        var limits = BrowserLimits()
        limits.nodes = 100
        limits.depth = 10
        let deep = try read(String(repeating: "<div>", count: 20_000) + "x", limits: limits)
        #expect(deep.document.nodes.count <= 100)
        for piece in ["<", "<!--", "&", "&#", "<a b=\"", "</", "<title>", "<svg>", "<p>", "<b a ", "<li><ul>", "=", "<x ="] {
            let document = try read(String(repeating: piece, count: 128 * 1024 / piece.utf8.count)).document
            #expect(document.nodes.count <= BrowserLimits().nodes + BrowserLimits().depth)
        }
        #expect(try read("<title>" + String(repeating: "t", count: 10_000) + "</title>").document.title.count == 200)
    }

    @Test func `garbage is a page, too`() throws {
        var generator = SystemRandomNumberGenerator()
        let pieces = Array("<></ \"'=!-&#;\u{0}\u{FF}abform inputselectoption textarea scriptstyle".utf8)
        for _ in 0..<500 {
            let bytes = (0..<200).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
            let reader = PageReader.read(bytes, from: try #require(BrowserAddress("https://a.example/")), within: BrowserLimits())
            for form in reader.document.forms { for field in form.fields.indices { _ = form.request(submitter: field, entered: [:]) } }
        }
    }

    @Test func `style sheets are taken as text, a few of them, from servers that say so`() async throws {
        let css = PageResponse(status: 200, mediaType: "text/css", body: Array("p { color: red }".utf8))
        let html = PageResponse(status: 200, mediaType: "text/html", body: Array("no".utf8))
        let pages = FakePages([
            "https://a.example/": .html(
                """
                <html lang=nl><meta name=color-scheme content="light dark"><link rel=stylesheet href=/a.css><style>b{}</style>
                <link rel="alternate stylesheet" href=/b.css><link rel=stylesheet href=/c.html><link rel=stylesheet href=http://a.example/d.css>
                <link rel=preload href=/e.js><p>text
                """, cookies: ["a=1"]),
            "https://a.example/a.css": css, "https://a.example/b.css": css, "https://a.example/c.html": html,
        ])
        try await BrowserStage.running(pages) { stage in
            let page = await stage.open("https://a.example/").page
            #expect(page?.styles == ["p { color: red }", "b{}"])
            #expect(page?.language == "nl" && page?.hasDarkScheme == true)
            #expect(stage.pages.addresses == ["https://a.example/", "https://a.example/a.css", "https://a.example/c.html"])
            #expect(stage.pages.asked.value.allSatisfy { $0.cookies == nil })
        }
    }
}
