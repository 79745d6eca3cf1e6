// SPDX-License-Identifier: EUPL-1.2

public import SwiftASN1

/// A device's description of an attested key: the value of the extension 1.3.6.1.4.1.11129.2.1.17, `KeyDescription` in Android's schema
/// (source.android.com, "Key and ID attestation").
///
/// Decoding requires DER and the schema's form, but does not evaluate the contents. Three deviations of phones are accepted, because their
/// meaning is certain: any octet but 0 is TRUE, and the tags of an authorization list and the elements of a set may have any order.
public struct AndroidKeyDescription: Hashable, Sendable {
    /// The place where a key, or the code that attests it, is kept.
    @nonexhaustive public enum SecurityLevel: UInt8, Hashable, Sendable, CaseIterable {
        /// The operating system: as trustworthy as the app itself.
        case software = 0
        /// A trusted execution environment beside the operating system.
        case trustedEnvironment = 1
        /// A separate secure element.
        case strongBox = 2
    }

    /// The schema's version: 1 to 4 for Keymaster 2 to 4.1, then KeyMint's version times 100. Unknown versions are read as far as known.
    public var attestationVersion: UInt64
    /// The security level of the code that made the attestation.
    public var attestationSecurityLevel: SecurityLevel
    /// The version of Keymaster or KeyMint, the Keystore's implementation in secure hardware; numbered like `attestationVersion`.
    public var keyMintVersion: UInt64
    public var keyMintSecurityLevel: SecurityLevel
    /// The challenge that the app set at key creation; at most 128 bytes on real devices.
    public var attestationChallenge: [UInt8]
    /// A device id for the app, available to system apps only; otherwise empty.
    public var uniqueID: [UInt8]
    /// Properties that Android enforces.
    public var softwareEnforced: AuthorizationList
    /// Properties that the secure hardware enforces.
    public var hardwareEnforced: AuthorizationList

    /// The extension's object identifier.
    public static let extensionID: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17]
    /// Maximum size of the value in bytes; real values have less than a tenth of this size.
    public static let maximumSize = 1 << 14

    /// A description from its parts, not validated.
    public init(
        attestationVersion: UInt64, attestationSecurityLevel: SecurityLevel, keyMintVersion: UInt64, keyMintSecurityLevel: SecurityLevel,
        attestationChallenge: [UInt8], uniqueID: [UInt8] = [], softwareEnforced: AuthorizationList, hardwareEnforced: AuthorizationList
    ) {
        self.attestationVersion = attestationVersion
        self.attestationSecurityLevel = attestationSecurityLevel
        self.keyMintVersion = keyMintVersion
        self.keyMintSecurityLevel = keyMintSecurityLevel
        self.attestationChallenge = attestationChallenge
        self.uniqueID = uniqueID
        self.softwareEnforced = softwareEnforced
        self.hardwareEnforced = hardwareEnforced
    }

    /// Decodes the extension's value. Tags unknown to the schema keep their bytes.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if the value is not in the schema's form: wrong types, numbers that are negative
    ///   or exceed 64 bits, a tag twice in an authorization list, lengths not in shortest form, trailing bytes, or more than `maximumSize`
    ///   bytes.
    public init(decoding bytes: [UInt8]) throws(AttestationRejection) {
        guard bytes.count <= Self.maximumSize, let root = try? DER.parse(bytes), root.isEncoded(as: bytes),
            let description = try? Self(root)
        else { throw AttestationRejection(.malformed) }
        self = description
    }

    private init(_ root: ASN1Node) throws {
        self = try DER.sequence(root, identifier: .sequence) { nodes in
            AndroidKeyDescription(
                attestationVersion: try UInt64(derEncoded: &nodes),
                attestationSecurityLevel: try Self.securityLevel(&nodes),
                keyMintVersion: try UInt64(derEncoded: &nodes),
                keyMintSecurityLevel: try Self.securityLevel(&nodes),
                attestationChallenge: Array(try ASN1OctetString(derEncoded: &nodes).bytes),
                uniqueID: Array(try ASN1OctetString(derEncoded: &nodes).bytes),
                softwareEnforced: try AuthorizationList(derEncoded: &nodes),
                hardwareEnforced: try AuthorizationList(derEncoded: &nodes))
        }
    }

    private static func securityLevel(_ nodes: inout ASN1NodeCollection.Iterator) throws -> SecurityLevel {
        guard let node = nodes.next(), let level = SecurityLevel(rawValue: try UInt8(derEncoded: node, withIdentifier: .enumerated)) else {
            throw AttestationRejection(.malformed)
        }
        return level
    }

    /// Encodes the extension's value in DER.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if the parts have no encoding; never for a decoded description, whose deviations
    ///   are not written again.
    public func encode() throws(AttestationRejection) -> [UInt8] {
        do {
            return try encoded()
        } catch {
            throw AttestationRejection(.malformed)
        }
    }

    private func encoded() throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { sequence in
            try sequence.serialize(attestationVersion)
            try attestationSecurityLevel.rawValue.serialize(into: &sequence, withIdentifier: .enumerated)
            try sequence.serialize(keyMintVersion)
            try keyMintSecurityLevel.rawValue.serialize(into: &sequence, withIdentifier: .enumerated)
            try sequence.serialize(ASN1OctetString(contentBytes: attestationChallenge[...]))
            try sequence.serialize(ASN1OctetString(contentBytes: uniqueID[...]))
            try sequence.serialize(softwareEnforced)
            try sequence.serialize(hardwareEnforced)
        }
        return serializer.serializedBytes
    }
}
