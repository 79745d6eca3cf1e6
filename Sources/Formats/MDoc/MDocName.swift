// SPDX-License-Identifier: EUPL-1.2

package import CBOR

/// A name in an mdoc: compared by its bytes, never by Unicode equivalence. Not empty wherever something was accepted.
package protocol MDocName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as it stands in the document.
    var text: String { get }
    /// The name with this text.
    init(_ text: String)
}

extension MDocName {
    /// True for the same bytes.
    package static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

    /// Hashes the text: names with the same bytes have the same.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The name that a literal spells.
    package init(stringLiteral text: String) { self.init(text) }

    /// The name as a text item.
    var item: CBOR { .text(text) }

    /// A name that was received; nil for anything but a text that is not empty.
    init?(_ item: CBOR?) {
        guard let text = item?.text, !text.isEmpty else { return nil }
        self.init(text)
    }
}

/// What kind of document an mdoc is: `docType`, such as `org.iso.18013.5.1.mDL`.
package struct DocType: MDocName {
    /// The name as it stands in the document.
    package let text: String
    /// The name with this text.
    package init(_ text: String) { self.text = text }
}

/// What gives data elements their meaning: `NameSpace`, such as `org.iso.18013.5.1`.
package struct NameSpace: MDocName {
    /// The name as it stands in the document.
    package let text: String
    /// The name with this text.
    package init(_ text: String) { self.text = text }
}

/// The name of a data element within its name space: `DataElementIdentifier`, such as `family_name`.
package struct ElementIdentifier: MDocName {
    /// The name as it stands in the document.
    package let text: String
    /// The name with this text.
    package init(_ text: String) { self.text = text }
}

/// One data element with its value: `DataElementValue`, any CBOR, whose meaning its name space defines.
package struct MDocElement: Hashable, Sendable {
    /// The element's name space.
    package let nameSpace: NameSpace
    /// The element's name within it.
    package let identifier: ElementIdentifier
    /// The element's value.
    package let value: CBOR

    /// An element with these parts.
    package init(_ nameSpace: NameSpace, _ identifier: ElementIdentifier, _ value: CBOR) {
        self.nameSpace = nameSpace
        self.identifier = identifier
        self.value = value
    }
}
