// SPDX-License-Identifier: EUPL-1.2

import WebPages

extension PageMaker {
    /// Returns the form, UC10.1/1.1: one field, one button.
    ///
    /// - Parameter isEmptyNoticed: true if the form was sent with an empty field.
    func form(token: String, isEmptyNoticed: Bool, in context: PortalContext) -> Page {
        let identity = Identity(
            screen: "Form", row: "1.1", path: .form, title: .formTitle, picture: .deletionCode, isAnswer: false)
        return page(identity, in: context) { kit in
            (isEmptyNoticed ? [summary(kit)] : []) + [
                kit.paragraph(.formText), kit.warning(.formWarning), fields(token, isEmptyNoticed, kit), actions(kit),
            ]
        }
    }

    /// Returns the error summary with a link to the field. Screen readers read it first.
    private func summary(_ kit: PageKit) -> HTML {
        .element(.div, .class("banner danger"), .fixed("role", "alert"), .fixed("tabindex", "-1"), .flag("autofocus")) {
            kit.artwork[.error]
            HTML.element(.p) {
                HTML.element(.a, .href(.place("code"))) { kit.words(.formEmpty) }
            }
        }
    }

    /// The browser's own validation is off, because its messages would be in the browser's language.
    private func fields(_ token: String, _ isEmptyNoticed: Bool, _ kit: PageKit) -> HTML {
        let form: [HTML.Attribute] = [
            .id("form"), .class("stack"), .fixed("method", "post"), .action(.form), .fixed("autocomplete", "off"), .flag("novalidate"),
        ]
        let input: [HTML.Attribute] = [
            .id("code"), .name("code"), .type("text"), .flag("required"), .fixed("autocomplete", "off"),
            .fixed("autocapitalize", "characters"),
            .fixed("autocorrect", "off"), .fixed("spellcheck", "false"), .fixed("translate", "no"), .fixed("enterkeyhint", "done"),
            .fixed("aria-describedby", isEmptyNoticed ? "hint message" : "hint"),
        ]
        return .element(.form, form) {
            HTML.element(.input, .type("hidden"), .name("token"), .value(token), .fixed("autocomplete", "off"))
            HTML.element(.div, .class("field")) {
                HTML.element(.label, .fixed("for", "code")) { kit.words(.formCode) }
                HTML.element(.p, .class("hint"), .id("hint")) { kit.words(.formHint) }
                if isEmptyNoticed {
                    HTML.element(.div, .class("message"), .id("message")) {
                        kit.artwork[.error]
                        HTML.element(.span) { kit.words(.formEmptyTitle) }
                    }
                }
                HTML.element(.input, input + (isEmptyNoticed ? [.fixed("aria-invalid", "true")] : []))
            }
        }
    }

    private func actions(_ kit: PageKit) -> HTML {
        let submit: [HTML.Attribute] = [.class("button primary destructive"), .type("submit"), .fixed("form", "form")]
        return kit.actions(
            .element(.button, submit + PageKit.control("1.1a")) { kit.words(.formSubmit) },
            kit.button(.formCancel, to: .page(.cancelled), row: "1.1b"), kit.button(.help, to: .page(.help), row: "1.1d"))
    }
}
