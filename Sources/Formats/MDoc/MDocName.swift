// SPDX-License-Identifier: EUPL-1.2

public import CBOR

/// A name in an mdoc, compared by its bytes and not by Unicode equivalence. Never empty in an accepted document.
public protocol MDocName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as written in the document.
    var text: String { get }
    /// Creates a name from its text.
    init(_ text: String)
}

extension MDocName {
    /// True if both names have the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

    /// Hashes the bytes of the text.
    public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }

    /// Creates a name from a literal.
    public init(stringLiteral text: String) { self.init(text) }

    var item: CBORItem { .text(text) }

    /// Reads a received name; nil unless it is a non-empty text.
    init?(_ item: CBORItem?) {
        guard let text = item?.text, !text.isEmpty else { return nil }
        self.init(text)
    }
}

/// The kind of document: `docType`, such as `org.iso.18013.5.1.mDL`.
public struct DocType: MDocName {
    /// The name as written in the document.
    public let text: String
    /// Creates a name from its text.
    public init(_ text: String) { self.text = text }
}

/// A name space, which defines the meaning of its data elements: `NameSpace`, such as `org.iso.18013.5.1`.
public struct NameSpace: MDocName {
    /// The name as written in the document.
    public let text: String
    /// Creates a name from its text.
    public init(_ text: String) { self.text = text }
}

/// The name of a data element in its name space: `DataElementIdentifier`, such as `family_name`.
public struct ElementIdentifier: MDocName {
    /// The name as written in the document.
    public let text: String
    /// Creates a name from its text.
    public init(_ text: String) { self.text = text }
}

/// A data element with its value. The value (`DataElementValue`) is any CBOR; the name space defines its meaning.
public struct MDocElement: Hashable, Sendable {
    public let nameSpace: NameSpace
    /// The element's name in the name space.
    public let identifier: ElementIdentifier
    /// The value, any CBOR.
    public let value: CBORItem

    public init(_ nameSpace: NameSpace, _ identifier: ElementIdentifier, _ value: CBORItem) {
        self.nameSpace = nameSpace
        self.identifier = identifier
        self.value = value
    }
}
