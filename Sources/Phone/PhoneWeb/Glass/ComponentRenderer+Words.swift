// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// Draws the title. The title can receive the focus, and names the dialog if there is one.
    func title(_ text: Text) -> HTML {
        switch place {
        case .screen: .element(.h1, .id("screen-title"), .tabindex(-1)) { words(text) }
        case .dialog: .element(.h2, .id("dialog-title"), .tabindex(-1)) { words(text) }
        }
    }

    /// A code in groups. A screen reader reads each group's number and its characters one by one.
    func code(_ groups: [String], label: Text) -> HTML {
        .element(.div, .class("code"), .role("group"), .aria("label", words(label)), .untranslated) {
            for (index, group) in groups.enumerated() {
                HTML.element(.span, .class("group"), .role("img"), .aria("label", spoken(group, index + 1, of: groups.count))) { group }
            }
        }
    }

    /// Returns, for example, "Group 2 of 5: A, B, 1, 2".
    private func spoken(_ group: String, _ number: Int, of count: Int) -> String {
        words(Text("code.group", .number(number), .number(count), .verbatim(group.map(String.init).joined(separator: ", "))))
    }

    /// A list of names and values; with the button that copies it, if there is one, in one panel.
    func facts(_ facts: [Fact], canBeCopied: Bool) -> HTML {
        let list = HTML.element(.dl, .class("facts")) {
            for fact in facts {
                HTML.element(.dt) { words(fact.name) }
                switch fact.value {
                case .same(let value): HTML.element(.dd, .untranslated) { value }
                case .text(let text): HTML.element(.dd) { words(text) }
                }
            }
        }
        guard canBeCopied else { return list }
        return .element(.div, .class("copyable")) {
            list
            pageButton("copy", "facts.copy", done: "facts.copied")
        }
    }

    /// A printable sheet; the screen shows only the button that prints it.
    func printout(_ printout: Printout) -> HTML {
        .group([
            pageButton("print", "printout.print", done: nil),
            .element(.section, .class("printout"), .aria("hidden", "true")) {
                HTML.element(.h2) { words(printout.title) }
                HTML.element(.p, .class("paper-label")) { words(printout.label) }
                HTML.element(.div, .class("paper-code"), .untranslated) {
                    for group in printout.groups { HTML.element(.span, .class("paper-group")) { group } }
                }
                for paragraph in printout.paragraphs { HTML.element(.p) { words(paragraph) } }
            },
        ])
    }

    /// A button for a service of the phone that the app does not handle: copying and printing.
    private func pageButton(_ service: String, _ label: Text, done: Text?) -> HTML {
        .element(
            .button, [.type("button"), .class("button text"), .data("service", service)] + (done.map { [.data("done", words($0))] } ?? [])
        ) { words(label) }
    }

    /// A text field and its submit button.
    func entry(_ entry: Entry) -> HTML {
        .element(.div, .class("entry")) {
            HTML.element(.label, .class("entry-label")) {
                HTML.element(.span) { words(entry.label) }
                HTML.element(
                    .input, .type("text"), .class("entry-field"), .maximumLength(Entry.length), .unassisted, .capitals, .unspelled,
                    .untranslated)
            }
            HTML.element(.button, control(entry.row) + [.class("button primary"), .data("entry", "true")]) { words(entry.button) }
        }
    }
}
