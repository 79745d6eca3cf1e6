// SPDX-License-Identifier: EUPL-1.2

package import SwiftASN1

/// The properties of a key and of its device (`AuthorizationList` in Android's schema): a SEQUENCE of optional, explicitly tagged values in
/// the order of their tags.
package struct AuthorizationList: Hashable, Sendable {
    /// A value, in the form that its tag has in the schema.
    package enum Value: Hashable, Sendable {
        /// The tag stands there; that is all it says (NULL).
        case present
        /// A number (INTEGER).
        case number(UInt64)
        /// Numbers, in rising order (SET OF INTEGER).
        case numbers([UInt64])
        /// Bytes (OCTET STRING).
        case bytes([UInt8])
        /// The state in which the device started.
        case rootOfTrust(RootOfTrust)
        /// The app that made the key.
        case applicationID(AttestationApplicationID)
        /// A tag that no schema names, with the DER of the whole element.
        case unknown([UInt8])
    }

    private var values: [AuthorizationTag: Value]

    /// A list of values. A value in another form than its tag's can be written, but not read again.
    package init(_ values: [AuthorizationTag: Value] = [:]) {
        self.values = values
    }

    /// The tags that stand in the list, in rising order.
    package var tags: [AuthorizationTag] { values.keys.sorted() }

    /// The value of a tag; nil when it does not stand in the list.
    package subscript(tag: AuthorizationTag) -> Value? {
        get { values[tag] }
        set { values[tag] = newValue }
    }

    /// The number of a tag; nil when it does not stand in the list.
    package func number(_ tag: AuthorizationTag) -> UInt64? {
        guard case .number(let number) = values[tag] else { return nil }
        return number
    }

    /// The numbers of a tag; nil when it does not stand in the list.
    package func numbers(_ tag: AuthorizationTag) -> [UInt64]? {
        guard case .numbers(let numbers) = values[tag] else { return nil }
        return numbers
    }

    /// The state in which the device started, if the list says it.
    package var rootOfTrust: RootOfTrust? {
        guard case .rootOfTrust(let root) = values[.rootOfTrust] else { return nil }
        return root
    }

    /// The app that made the key, if the list says it.
    package var applicationID: AttestationApplicationID? {
        guard case .applicationID(let id) = values[.attestationApplicationID] else { return nil }
        return id
    }

    /// The month of the operating system's security patches, if the list says one that is a month.
    package var osPatchLevel: PatchLevel? {
        number(.osPatchLevel).flatMap { PatchLevel(number: $0) }
    }
}

extension AuthorizationList: DERImplicitlyTaggable {
    /// SEQUENCE.
    package static var defaultIdentifier: ASN1Identifier { .sequence }

    /// Reads a list.
    ///
    /// - Throws: what SwiftASN1 throws, or `AttestationRejection` with `malformed`.
    package init(derEncoded node: ASN1Node, withIdentifier identifier: ASN1Identifier) throws {
        values = try DER.sequence(node, identifier: identifier) { nodes in
            var values: [AuthorizationTag: Value] = [:]
            var last: AuthorizationTag?
            while let element = nodes.next() {
                guard element.identifier.tagClass == .contextSpecific else { throw AttestationRejection(.malformed) }
                let tag = AuthorizationTag(number: element.identifier.tagNumber)
                // In order, and so none twice.
                if let last, last >= tag { throw AttestationRejection(.malformed) }
                last = tag
                values[tag] = try Self.value(of: tag, in: element)
            }
            return values
        }
    }

    private static func value(of tag: AuthorizationTag, in element: ASN1Node) throws -> Value {
        try DER.explicitlyTagged(element, tagNumber: tag.number, tagClass: .contextSpecific) { node in
            switch tag.form {
            case .present:
                _ = try ASN1Null(derEncoded: node)
                return .present
            case .number: return .number(try UInt64(derEncoded: node))
            case .numbers: return .numbers(try DER.set(of: UInt64.self, identifier: .set, rootNode: node))
            case .bytes: return .bytes(Array(try ASN1OctetString(derEncoded: node).bytes))
            case .rootOfTrust: return .rootOfTrust(try RootOfTrust(derEncoded: node))
            case .applicationID:
                return .applicationID(try AttestationApplicationID(decoding: Array(try ASN1OctetString(derEncoded: node).bytes)))
            case nil: return .unknown(Array(element.encodedBytes))
            }
        }
    }

    /// Writes the list, its tags in rising order.
    ///
    /// - Throws: what SwiftASN1 throws.
    package func serialize(into coder: inout DER.Serializer, withIdentifier identifier: ASN1Identifier) throws {
        try coder.appendConstructedNode(identifier: identifier) { list in
            for (tag, value) in values.sorted(by: { $0.key < $1.key }) {
                if case .unknown(let element) = value {
                    list.serializeRawBytes(element)
                } else {
                    try list.serialize(explicitlyTaggedWithTagNumber: tag.number, tagClass: .contextSpecific) { element in
                        try Self.serialize(value, into: &element)
                    }
                }
            }
        }
    }

    private static func serialize(_ value: Value, into element: inout DER.Serializer) throws {
        switch value {
        case .present: try element.serialize(ASN1Null())
        case .number(let number): try element.serialize(number)
        case .numbers(let numbers): try element.serializeSetOf(numbers)
        case .bytes(let bytes): try element.serialize(ASN1OctetString(contentBytes: bytes[...]))
        case .rootOfTrust(let root): try element.serialize(root)
        case .applicationID(let id): try element.serialize(ASN1OctetString(contentBytes: try id.encode()[...]))
        case .unknown(let bytes): element.serializeRawBytes(bytes)
        }
    }
}
