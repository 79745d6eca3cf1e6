// SPDX-License-Identifier: EUPL-1.2

package import SwiftASN1

/// What a device says of a key that it attests: the value of the extension 1.3.6.1.4.1.11129.2.1.17, `KeyDescription` in Android's schema
/// (source.android.com, "Key and ID attestation").
///
/// Read here means: strictly in DER and of the right form; nothing in it has been judged.
package struct AndroidKeyDescription: Hashable, Sendable {
    /// Where a key, or the code that attests it, lives.
    package enum SecurityLevel: UInt8, Hashable, Sendable, CaseIterable {
        /// In the operating system: no more to be trusted than the app itself.
        case software = 0
        /// In a trusted execution environment beside the operating system.
        case trustedEnvironment = 1
        /// In a secure element of its own.
        case strongBox = 2
    }

    /// The schema's version: 1 to 4 for Keymaster 2 to 4.1, then KeyMint's version times 100. Of unknown versions what is known is read.
    package var attestationVersion: UInt64
    /// Where the attestation was made.
    package var attestationSecurityLevel: SecurityLevel
    /// The version of Keymaster or KeyMint.
    package var keyMintVersion: UInt64
    /// Where the key lives.
    package var keyMintSecurityLevel: SecurityLevel
    /// The challenge that the app gave when it made the key; at most 128 bytes on real devices.
    package var attestationChallenge: [UInt8]
    /// An id of the device for the app that system apps may ask for; empty for all others.
    package var uniqueID: [UInt8]
    /// What Android itself vouches for.
    package var softwareEnforced: AuthorizationList
    /// What the secure hardware vouches for.
    package var hardwareEnforced: AuthorizationList

    /// The extension's object identifier.
    package static let extensionID: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17]
    /// The largest value that is read, in bytes: real ones have well below a tenth of it.
    package static let maximumSize = 1 << 14

    /// A description from its parts, taken as they are.
    package init(
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

    /// Reads the extension's value.
    ///
    /// - Throws: `AttestationRejection` with `malformed` for everything that is not in the schema's form and in DER: other types, numbers that
    ///   are negative or larger than 64 bits, tags of an authorization list that are not in rising order, lengths that are not the shortest,
    ///   bytes behind the end, more than `maximumSize` bytes. Tags that no schema names are kept as they stand.
    package init(decoding bytes: [UInt8]) throws(AttestationRejection) {
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

    /// The extension's value in DER.
    ///
    /// - Throws: what SwiftASN1 throws; for a description that could be read it does not.
    package func encode() throws -> [UInt8] {
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

extension ASN1Node {
    /// Whether these bytes are the node's one encoding in DER, the shortest form of tags and lengths included.
    func isEncoded(as bytes: [UInt8]) -> Bool {
        var serializer = DER.Serializer()
        serializer.serialize(self)
        return serializer.serializedBytes == bytes
    }
}
