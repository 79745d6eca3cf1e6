// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WebPages

/// What the page of the phone's browser is drawn with: the elements and attributes that the browser lets through, and numbers of ours.
///
/// No attribute holds an address, a script, a style or the name of a form: nothing runs, loads, leads anywhere or is sent, wherever the markup
/// is put.
enum FrameVocabulary: HTMLVocabulary {
    typealias Tag = PageTag

    struct Attribute: HTMLAttribute {
        let name: String
        let value: String?

        private init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }

        /// An attribute of the page.
        static func page(_ attribute: PageAttribute, _ value: String) -> Attribute {
            Attribute(attribute.rawValue, attribute.isFlag ? nil : value)
        }
        /// A link looks and acts like one, and leads to its own page.
        static let link = Attribute("href", "#link")
        /// A number that the browser knows.
        static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute("data-\(name)", value) }
        /// Buttons send nothing by themselves.
        static let plainButton = Attribute("type", "button")
        /// What a person's own browser knows is not offered to a page of the simulated one.
        static let notCompleted = Attribute("autocomplete", "off")
        /// Choices of which one is chosen.
        static func group(form: Int, _ group: Int) -> Attribute { Attribute("name", "group-\(form)-\(group)") }
    }
}

extension PageTag: HTMLTag {}
