// SPDX-License-Identifier: EUPL-1.2

package import CBOR

/// A name in an mdoc, compared by its bytes and not by Unicode equivalence. Never empty in an accepted document.
package protocol MDocName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as written in the document.
    var text: String { get }
    /// Creates a name from its text.
    init(_ text: String)
}

extension MDocName {
    /// True if both names have the same bytes.
    package static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

    /// Hashes the text; equal bytes give equal hashes.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    package init(stringLiteral text: String) { self.init(text) }

    /// The name as a text item.
    var item: CBOR { .text(text) }

    /// Reads a received name; nil unless it is a non-empty text.
    init?(_ item: CBOR?) {
        guard let text = item?.text, !text.isEmpty else { return nil }
        self.init(text)
    }
}

/// The kind of document: `docType`, such as `org.iso.18013.5.1.mDL`.
package struct DocType: MDocName {
    package let text: String
    package init(_ text: String) { self.text = text }
}

/// A name space, which defines the meaning of its data elements: `NameSpace`, such as `org.iso.18013.5.1`.
package struct NameSpace: MDocName {
    package let text: String
    package init(_ text: String) { self.text = text }
}

/// The name of a data element in its name space: `DataElementIdentifier`, such as `family_name`.
package struct ElementIdentifier: MDocName {
    package let text: String
    package init(_ text: String) { self.text = text }
}

/// A data element with its value. The value (`DataElementValue`) is any CBOR; the name space defines its meaning.
package struct MDocElement: Hashable, Sendable {
    package let nameSpace: NameSpace
    package let identifier: ElementIdentifier
    package let value: CBOR

    package init(_ nameSpace: NameSpace, _ identifier: ElementIdentifier, _ value: CBOR) {
        self.nameSpace = nameSpace
        self.identifier = identifier
        self.value = value
    }
}
