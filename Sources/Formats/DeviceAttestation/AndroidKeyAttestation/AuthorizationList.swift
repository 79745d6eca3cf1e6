// SPDX-License-Identifier: EUPL-1.2

public import SwiftASN1

/// The properties of a key and of its device (`AuthorizationList` in Android's schema): a SEQUENCE of optional, explicitly tagged values.
public struct AuthorizationList: Hashable, Sendable {
    /// A value in the form that the schema prescribes for its tag. The cases are complete: ``unknown(_:)`` has every tag without a form of
    /// its own.
    public enum Value: Hashable, Sendable {
        /// The tag is present and has no value (NULL).
        case present
        /// An INTEGER.
        case number(UInt64)
        /// Numbers in ascending order (SET OF INTEGER).
        case numbers([UInt64])
        /// An OCTET STRING.
        case bytes([UInt8])
        /// The boot state.
        case rootOfTrust(RootOfTrust)
        /// The app, from an OCTET STRING.
        case applicationID(AttestationApplicationID)
        /// A tag unknown to the schema, with the DER of the whole element.
        case unknown([UInt8])
    }

    private var values: [AuthorizationTag: Value]

    /// A list of values. A value in a form that its tag does not have can be encoded but not decoded again.
    public init(_ values: [AuthorizationTag: Value] = [:]) {
        self.values = values
    }

    /// The tags in the list, in ascending order.
    public var tags: [AuthorizationTag] { values.keys.sorted() }

    /// The value of a tag; nil if absent.
    public subscript(tag: AuthorizationTag) -> Value? {
        get { values[tag] }
        set { values[tag] = newValue }
    }

    /// The value of a tag of form INTEGER; nil if absent.
    public func number(_ tag: AuthorizationTag) -> UInt64? {
        guard case .number(let number) = values[tag] else { return nil }
        return number
    }

    /// The values of a tag of form SET OF INTEGER; nil if absent.
    public func numbers(_ tag: AuthorizationTag) -> [UInt64]? {
        guard case .numbers(let numbers) = values[tag] else { return nil }
        return numbers
    }

    /// The boot state of the device, if listed.
    public var rootOfTrust: RootOfTrust? {
        guard case .rootOfTrust(let root) = values[.rootOfTrust] else { return nil }
        return root
    }

    /// The app that created the key, if listed.
    public var applicationID: AttestationApplicationID? {
        guard case .applicationID(let id) = values[.attestationApplicationID] else { return nil }
        return id
    }

    /// The month of the operating system's security patches; nil if absent or not a valid month.
    public var osPatchLevel: PatchLevel? {
        number(.osPatchLevel).flatMap { PatchLevel(number: $0) }
    }
}

extension AuthorizationList: DERImplicitlyTaggable {
    public static var defaultIdentifier: ASN1Identifier { .sequence }

    /// Decodes a list with its tags in any order.
    ///
    /// The schema prescribes the order, but some phones do not follow it, and Google's verifier accepts their lists.
    ///
    /// - Throws: `AttestationRejection` with `malformed`, also for a tag that occurs twice.
    public init(derEncoded node: ASN1Node, withIdentifier identifier: ASN1Identifier) throws(AttestationRejection) {
        do {
            values = try DER.sequence(node, identifier: identifier) { nodes in
                var values: [AuthorizationTag: Value] = [:]
                while let element = nodes.next() {
                    guard element.identifier.tagClass == .contextSpecific else { throw AttestationRejection(.malformed) }
                    let tag = AuthorizationTag(number: element.identifier.tagNumber)
                    guard values[tag] == nil else { throw AttestationRejection(.malformed) }
                    values[tag] = try Self.value(of: tag, in: element)
                }
                return values
            }
        } catch {
            throw AttestationRejection(.malformed)
        }
    }

    private static func value(of tag: AuthorizationTag, in element: ASN1Node) throws -> Value {
        try DER.explicitlyTagged(element, tagNumber: tag.number, tagClass: .contextSpecific) { node in
            switch tag.form {
            case .present:
                _ = try ASN1Null(derEncoded: node)
                return .present
            case .number: return .number(try UInt64(derEncoded: node))
            case .numbers: return .numbers(try node.setElements().map { try UInt64(derEncoded: $0) })
            case .bytes: return .bytes(Array(try ASN1OctetString(derEncoded: node).bytes))
            case .rootOfTrust: return .rootOfTrust(try RootOfTrust(derEncoded: node))
            case .applicationID:
                return .applicationID(try AttestationApplicationID(decoding: Array(try ASN1OctetString(derEncoded: node).bytes)))
            case nil: return .unknown(Array(element.encodedBytes))
            }
        }
    }

    /// Encodes the list, tags in ascending order.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if the parts have no encoding.
    public func serialize(into coder: inout DER.Serializer, withIdentifier identifier: ASN1Identifier) throws(AttestationRejection) {
        do {
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
        } catch {
            throw AttestationRejection(.malformed)
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
