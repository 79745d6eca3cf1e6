// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletInterface
import WebPages

@testable import PhoneWeb
@testable import WalletApp

struct ScreenRendererTests {
    private let phone: TestPhone

    init() throws {
        phone = try TestPhone()
    }

    // MARK: Screens

    @Test
    func `a screen has its type, design, row and language as attributes`() throws {
        let markup = try draw(.full, [.title("title")])
        let identity = #"data-screen="Example" data-design="UC2.3" data-row="1.3" lang="en" data-wait="common.wait""#
        #expect(markup.contains(identity + #" class="screen">"#))
    }

    @Test
    func `the title can take the focus and is in the phone's language`() throws {
        #expect(try draw(.full, [.title("title")]).contains(#"<h1 id="screen-title" tabindex="-1">en title</h1>"#))
        #expect(try draw(.full, [.title("title")], language: .dutch).contains(">nl title</h1>"))
    }

    @Test
    func `back is on the left, the product in the middle and help on the right, each with a name and its row`() throws {
        let bar = [
            Button(row: "extra/3a", role: .help, label: "ok"), Button(row: "UC2.3/1.3c", role: .info, label: "label"),
            Button(row: "UC2.3/1.3d", role: .back, label: "close"),
        ]
        let markup = try draw(.full, [.topBar(bar)])
        let places = try [
            #"data-control="UC2.3/1.3d" class="icon-button" aria-label="en close""#,
            #"data-control="UC2.3/1.3c" class="mark-button" aria-label="en label""#,
            #"data-control="extra/3a" class="icon-button" aria-label="en ok""#,
        ].map { try #require(markup.firstRange(of: $0)?.lowerBound) }
        #expect(places == places.sorted())
        #expect(markup.contains("<span>en app.name</span></button>"))
    }

    @Test
    func `without a button for the product the middle of the bar is empty`() throws {
        let markup = try draw(.full, [.topBar([Button(row: "extra/9a", role: .help, label: "ok")])])
        #expect(markup.contains(#"<div class="top-start"></div><div class="top-end"><button"#))
        #expect(!markup.contains("mark-button"))
    }

    @Test
    func `the step bar's position is an accessible value`() throws {
        let markup = try draw(.full, [.stepBar(step: 2, count: 3)])
        #expect(markup.contains(#"role="img" aria-label="en 2 of 3""#))
        #expect(markup.contains(#"<span class="step done"></span><span class="step now"></span><span class="step"></span>"#))
    }

    @Test(arguments: [(Button.Role.pause, false, "pause"), (.play, true, "play")])
    func `an animation has its pause button in its corner, not among the actions`(role: Button.Role, isPaused: Bool, icon: String) throws {
        let markup = try draw(
            .full, [.illustration(.addingCards, isPaused: isPaused), .button(Button(row: "UC1.1/1.1d", role: role, label: "label"))])
        #expect(markup.contains(#"<div class="illustration" data-paused="\#(isPaused)"><svg"#))
        #expect(markup.contains(#"class="icon-button" aria-label="en label""#))
        #expect(!markup.contains("class=\"actions\""))
    }

    @Test(arguments: [Button.Role.primary, .secondary, .text, .destructive])
    func `a button is at the end of the screen and has its row`(role: Button.Role) throws {
        let markup = try draw(.full, [.title("title"), .button(Button(row: "UC2.3/1.3b", role: role, label: "ok"))])
        #expect(
            markup.hasSuffix(
                #"<div class="actions"><button type="button" data-row="1.3b" data-control="UC2.3/1.3b" class="button \#(role.rawValue)">en ok</button></div></section>"#
            ))
    }

    @Test
    func `the PIN pad has six empty dots, ten digits and a delete key, and no field that a browser could store`() throws {
        let markup = try draw(.full, [.pinPad(PINPad(row: "UC2.3/1.3a", label: "label"))])
        #expect(markup.contains(#"aria-label="en label" data-row="1.3a" data-control="UC2.3/1.3a""#))
        #expect(markup.ranges(of: #"<span class="dot"></span>"#).count == 6)
        for digit in 0...9 { #expect(markup.contains(">\(digit)</button>")) }
        #expect(markup.contains(#"data-key="delete" aria-label="en pinPad.delete""#))
        #expect(markup.contains(#"role="img" aria-label="en 0 digits" data-label="en {n} digits""#))
        #expect(!markup.contains("<input") && !markup.contains("filled"))
        #expect(markup.contains(#"<div class="progress" role="status"><span class="spinner"></span><p>en pinPad.checking</p></div>"#))
    }

    @Test
    func `the groups of a code are separated`() throws {
        let markup = try draw(.full, [.code(groups: ["ABCD", "EFGH", "12"], label: "label")])
        #expect(markup.contains(#"role="group" aria-label="en label" translate="no">"#))
        // Screen readers read each group character by character.
        #expect(markup.ranges(of: #"<span class="group" role="img" aria-label="code.group">"#).count == 3)
        for group in ["ABCD", "EFGH", "12"] { #expect(markup.contains(">\(group)</span>")) }
    }

    @Test(arguments: [(BannerKind.info, "status"), (.warn, "alert"), (.danger, "alert")])
    func `a banner is announced to screen readers and has an icon`(kind: BannerKind, role: String) throws {
        #expect(try draw(.full, [.banner(kind, "text")]).contains(#"<div class="banner \#(kind.rawValue)" role="\#(role)"><svg"#))
    }

    @Test
    func `a countdown contains its end time and an empty timer that the page fills`() throws {
        let markup = try draw(.full, [.countdown("text", until: Date(timeIntervalSince1970: 12.3456))])
        #expect(markup.contains(#"<p class="countdown" data-until="12346">en text <time role="timer"></time></p>"#))
    }

    @Test
    func `a progress indicator has a label`() throws {
        #expect(
            try draw(.full, [.progress("text")]).contains(
                #"<div class="progress" role="status"><span class="spinner"></span><p>en text</p>"#))
    }

    @Test
    func `facts are drawn as a list of labels and escaped values`() throws {
        let markup = try draw(.full, [.facts([Fact("label", "<X-01>")], canBeCopied: false)])
        #expect(markup.contains(#"<dl class="facts"><dt>en label</dt><dd translate="no">&lt;X-01&gt;</dd></dl>"#))
    }

    @Test
    func `a row's value comes after its label, and before its second line`() throws {
        let row = ListRow(row: "UC9.1/2.1d", label: "label", detail: "text", isChosen: nil, value: "ok")
        let markup = try draw(.full, [.list([row], label: "title")])
        #expect(
            markup.contains(
                #"<span class="list-label">en label</span><span class="list-value">en ok</span><span class="list-detail">en text</span>"#))
        let plain = ListRow(row: "UC9.1/2.1d", label: "label", detail: nil, isChosen: nil)
        #expect(try !draw(.full, [.list([plain], label: "title")]).contains("list-value"))
    }

    @Test
    func `an option that shares its row with others has its target as value, and another has none`() throws {
        let option = ListRow(row: "UC9.3/1.1a", label: "label", detail: nil, isChosen: false, target: "de")
        #expect(try draw(.full, [.list([option], label: "title")]).contains(#"data-value="de""#))
        let only = ListRow(row: "UC9.3/1.1a", label: "label", detail: nil, isChosen: false)
        #expect(try !draw(.full, [.list([only], label: "title")]).contains("data-value"))
    }

    @Test(arguments: [true, false])
    func `only a row that leads to a deletion looks like one`(isDestructive: Bool) throws {
        let row = ListRow(row: "UC9.1/2.1e", label: "label", detail: nil, isChosen: nil, isDestructive: isDestructive)
        #expect(try draw(.full, [.list([row], label: "title")]).contains(#"class="list-row destructive""#) == isDestructive)
    }

    @Test
    func `the present state has an icon and is not announced`() throws {
        let markup = try draw(.full, [.state(.shield, "text", detail: "label")])
        #expect(markup.contains(#"<div class="state"><svg"#))
        #expect(markup.contains(#"<span class="state-text">en text</span><span class="list-detail">en label</span>"#))
        #expect(!markup.contains(#"role="status""#) && !markup.contains(#"role="alert""#))
    }

    @Test
    func `a button's icon stands before its label and is hidden from screen readers`() throws {
        let markup = try draw(.full, [.button(Button(row: "UC9.1/1.1i", role: .secondary, label: "label", icon: .lock))])
        #expect(markup.contains(#"class="button secondary"><svg"#) && markup.contains("</svg>en label</button>"))
        #expect(markup.contains(#"class="icon" viewBox="0 0 24 24" aria-hidden="true""#))
    }

    @Test
    func `facts and the button that copies them are one panel`() throws {
        let markup = try draw(.full, [.facts([Fact("label", "X-01")], canBeCopied: true)])
        let list = #"<div class="copyable"><dl class="facts"><dt>en label</dt><dd translate="no">X-01</dd></dl>"#
        #expect(markup.contains(list + #"<button type="button" class="button text" data-service="copy""#))
    }

    @Test
    func `the splash fills the screen`() throws {
        let markup = try draw(.full, [.splash])
        #expect(markup.contains(#"class="screen"><div class="splash"><svg"#) && !markup.contains("class=\"content\""))
    }

    @Test(arguments: naughtyStrings, [Language.english, .dutch])
    func `markup in values and sentences is escaped in every component`(string: String, language: Language) throws {
        let text = Text("naughty", .verbatim(string))
        let row = Row(string, string)
        let components: [Component] = [
            .topBar([Button(row: row, role: .back, label: text)]), .title(text), .paragraph(text), .banner(.danger, text),
            .pinPad(PINPad(row: row, label: text)), .code(groups: [string], label: text), .progress(text),
            .facts([Fact(text, string)], canBeCopied: true),
            .heading(text), .entry(Entry(row: row, label: text, button: text)),
            .printout(Printout(title: text, paragraphs: [text], groups: [string], label: text)),
            .button(Button(row: row, role: .primary, label: text)), .state(.shield, text, detail: text),
            .list([ListRow(row: row, label: text, detail: text, isChosen: nil, value: text)], label: text),
        ]
        for style in [ScreenStyle.full, .prompt, .sheet] {
            let markup = try draw(style, components, language: language)
            #expect(
                !markup.contains("<script") && !markup.contains("<img") && !markup.contains("<b>") && !markup.contains("onerror=alert(1)>"))
        }
    }

    // MARK: Layers above a screen

    @Test
    func `below a prompt the screen is inert and hidden from screen readers`() throws {
        let markup = try draw(.prompt, [.title("title")])
        #expect(markup.contains(#"class="screen" inert aria-hidden="true">"#))
        #expect(markup.contains(#"<div class="scrim"><div data-screen="Example""#))
    }

    @Test(arguments: [(ScreenStyle.prompt, "prompt", "alertdialog"), (.sheet, "sheet", "dialog")])
    func `a dialog is modal, named by its title and described by its text`(style: ScreenStyle, box: String, role: String) throws {
        let markup = try draw(style, [.title("title"), .paragraph("text")])
        #expect(
            markup.contains(
                #"class="\#(box)" role="\#(role)" aria-modal="true" aria-labelledby="dialog-title" aria-describedby="dialog-text-1">"#))
        #expect(markup.contains(#"<h2 id="dialog-title" tabindex="-1">en title</h2><p id="dialog-text-1">en text</p>"#))
    }

    @Test(arguments: [ScreenStyle.prompt, .sheet], [BannerKind.info, .warn, .danger])
    func `a message of a dialog is in its description, in its place, and is not announced once more`(
        style: ScreenStyle, kind: BannerKind
    ) throws {
        let markup = try draw(style, [.title("title"), .paragraph("text"), .banner(kind, "label"), .paragraph("ok")])
        #expect(markup.contains(#"aria-describedby="dialog-text-1 dialog-text-2 dialog-text-3">"#))
        #expect(markup.contains(#"<p id="dialog-text-1">en text</p><div class="banner \#(kind.rawValue)" id="dialog-text-2"><svg"#))
        #expect(!markup.contains(#"role="status""#) && !markup.contains(#"role="alert""#))
    }

    @Test
    func `what a person loses, and which activity, is in the description of the question`() throws {
        let event = WalletEvent(number: 1, kind: .pinChanged, date: Date(timeIntervalSince1970: 1_800_000_000), card: nil)
        let questions = [
            Presentation.Drawn(StopKeepingQuestion()), Presentation.Drawn(DeleteActivitiesQuestion()),
            Presentation.Drawn(DeleteActivityQuestion(event: event, zone: .gmt)),
        ]
        for drawn in questions {
            let markup = try draw(drawn.style, drawn.components)
            let identifier = try #require(markup.firstMatch(of: /<div class="(?:banner warn|state)" id="([^"]+)">/)).output.1
            let description = try #require(markup.firstMatch(of: /aria-describedby="([^"]+)"/)).output.1
            #expect(description.split(separator: " ").contains(identifier), "\(drawn.row)")
        }
    }

    @Test(arguments: [
        (ScreenStyle.prompt, [Button.Role.primary], Button.Role.primary), (.prompt, [.primary, .text], .primary),
        (.prompt, [.primary, .text], .text), (.sheet, [.destructive, .text], .text),
    ])
    func `Escape presses the button that only closes a dialog`(style: ScreenStyle, roles: [Button.Role], expected: Button.Role) throws {
        let labels: [Button.Role: Text] = [.primary: "ok", .text: "close", .destructive: "delete"]
        let markup = try draw(
            style, roles.map { button($0, labels[$0] ?? "label", leadsBack: roles.count > 1 && $0 == expected) })
        let escapes = markup.ranges(of: "data-escape=\"true\"")
        let escape = try #require(escapes.first)
        #expect(escapes.count == 1)
        #expect(markup[escape.upperBound...].prefix { $0 != "/" }.contains("en " + (labels[expected]?.key ?? "")))
    }

    @Test
    func `Escape presses no button of a dialog in which none leads back`() throws {
        #expect(try !draw(.prompt, [button(.primary, "ok"), button(.text, "close")]).contains("data-escape"))
    }

    @Test(arguments: [true, false])
    func `Escape on the question whether to stop sharing means no`(isLogin: Bool) throws {
        let drawn = Presentation.Drawn(StopSharing(isLogin: isLogin))
        let markup = try draw(drawn.style, drawn.components)
        let escape = try #require(markup.ranges(of: "data-escape=\"true\"").first)
        #expect(markup[escape.upperBound...].prefix { $0 != "/" }.contains("class=\"button secondary\""))
    }

    @Test
    func `Escape does not press the buttons of a screen`() throws {
        #expect(try !draw(.full, [button(.primary, "ok"), button(.text, "close")]).contains("data-escape"))
    }

    // MARK: Parts

    private func button(_ role: Button.Role, _ label: Text, leadsBack: Bool = false) -> Component {
        .button(Button(row: "UC2.3/2.1a", role: role, label: label, leadsBack: leadsBack))
    }

    private func draw(_ style: ScreenStyle, _ components: [Component], language: Language = .english) throws -> String {
        let top = Presentation.Drawn(screen: "Example", row: "UC2.3/1.3", style: style, components: components)
        let below = Presentation.Drawn(screen: "Below", row: "UC2.3/1.2", style: .full, components: [])
        let presentation = Presentation(ticket: 1, top: top, below: style == .full ? nil : below, direction: .none, isLive: true)
        return try phone.screens.html(presentation, in: language).markup
    }
}
