// SPDX-License-Identifier: EUPL-1.2

package import CBOR

/// What the authenticator says and signs (WebAuthn level 2, section 6.1, as Apple's App Attest uses it).
///
/// On the wire: 32 bytes hash of the relying party's id, one byte of flags, the counter in 4 bytes, most significant first; in an attestation
/// the credential; and, since iOS 27, one CBOR map of extensions. Apple departs from WebAuthn in two points, both of which are accepted here:
/// an assertion has the flag for a credential but carries none, and extensions come without their flag.
package struct AuthenticatorData: Sendable {
    /// The bits of the flag byte.
    package struct Flags: OptionSet, Hashable, Sendable {
        /// The byte.
        package let rawValue: UInt8

        /// Any byte.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A credential follows (AT, bit 6).
        package static let attestedCredential = Flags(rawValue: 0x40)
        /// Extensions follow (ED, bit 7).
        package static let extensions = Flags(rawValue: 0x80)
        /// The bits that WebAuthn keeps for later (1 and 5); one of them set is refused.
        static let reserved = Flags(rawValue: 0x22)
    }

    /// SHA-256 of the relying party's id, for Apple the app id; 32 bytes.
    package let relyingPartyIDHash: [UInt8]
    /// The flags as they stand there.
    package let flags: Flags
    /// How often the key has signed: 0 in an attestation, more in every assertion.
    package let counter: UInt32
    /// The credential: there in an attestation, nil in an assertion.
    package let credential: AttestedCredential?
    /// The extensions, if there are any. They are carried; nothing here decides by them.
    package let extensions: CBORMap?

    /// Data for the wire, with the flag for a credential, as Apple always has it.
    ///
    /// - Parameters:
    ///   - relyingPartyIDHash: 32 bytes.
    ///   - counter: 0 with a credential, more without.
    ///   - credential: the credential of an attestation, nil for an assertion.
    package init(relyingPartyIDHash: [UInt8], counter: UInt32, credential: AttestedCredential? = nil) {
        self.relyingPartyIDHash = relyingPartyIDHash
        flags = .attestedCredential
        self.counter = counter
        self.credential = credential
        extensions = nil
    }

    /// Reads the data of an attestation, which must have a credential.
    ///
    /// - Throws: `AttestationRejection` with `malformed` for everything that is not exactly in the form above.
    package init(attestation bytes: [UInt8]) throws(AttestationRejection) {
        try self.init(bytes, hasCredential: true)
    }

    /// Reads the data of an assertion, which has no credential.
    ///
    /// - Throws: `AttestationRejection` with `malformed` for everything that is not exactly in the form above.
    package init(assertion bytes: [UInt8]) throws(AttestationRejection) {
        try self.init(bytes, hasCredential: false)
    }

    private init(_ bytes: [UInt8], hasCredential: Bool) throws(AttestationRejection) {
        var rest = ByteReader(bytes)
        relyingPartyIDHash = try rest.next(32)
        flags = Flags(rawValue: UInt8(try rest.nextInteger(byteCount: 1)))
        counter = UInt32(try rest.nextInteger(byteCount: 4))
        guard flags.isDisjoint(with: .reserved), flags.contains(.attestedCredential) else { throw AttestationRejection(.malformed) }
        credential = hasCredential ? try AttestedCredential(&rest) : nil
        if rest.isAtEnd && !flags.contains(.extensions) {
            extensions = nil
        } else {
            guard let map = try rest.nextCBOR().map, map.pairs.allSatisfy({ $0.key.text != nil }), rest.isAtEnd else {
                throw AttestationRejection(.malformed)
            }
            extensions = map
        }
    }

    /// The bytes for the wire.
    package func encode() -> [UInt8] {
        var bytes = relyingPartyIDHash + [flags.rawValue]
        bytes += (0..<4).reversed().map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
        if let credential { bytes += credential.encode() }
        if let extensions { bytes += CBOR.map(extensions).encode() }
        return bytes
    }
}
