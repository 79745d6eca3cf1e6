// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WebPages

/// The vocabulary of a page in the phone's browser: permitted elements and attributes, and numbers that stand for addresses.
///
/// No attribute contains an address, a script, a style or a form name: wherever the markup is inserted, it runs, loads, links to and submits
/// nothing.
enum FrameVocabulary: HTMLVocabulary {
    typealias Tag = PageTag

    struct Attribute: HTMLAttribute {
        let name: String
        let value: String?

        private init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }

        static func page(_ attribute: PageAttribute, _ value: String) -> Attribute {
            Attribute(attribute.rawValue, attribute.isFlag ? nil : value)
        }
        /// Makes a link look and act like one, without leaving the page.
        static let link = Attribute("href", "#link")
        /// A number that the browser resolves.
        static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute("data-\(name)", value) }
        /// Prevents a button from submitting.
        static let plainButton = Attribute("type", "button")
        /// Disables autocompletion: the visitor's own browser offers no stored data to a simulated page.
        static let notCompleted = Attribute("autocomplete", "off")
        /// The group of a radio button.
        static func group(form: Int, _ group: Int) -> Attribute { Attribute("name", "group-\(form)-\(group)") }
    }
}

extension PageTag: HTMLTag {}
