// SPDX-License-Identifier: EUPL-1.2

public import CBOR

/// The data that an authenticator signs (WebAuthn level 2, section 6.1, as used by Apple's App Attest).
///
/// Encoding: 32 bytes hash of the relying party id, one byte of flags, the counter in 4 big-endian bytes, the credential (in an
/// attestation), and since iOS 27 one CBOR map of extensions. Apple deviates from WebAuthn in two points, both accepted here: an assertion
/// sets the credential flag without having a credential, and extensions come without their flag.
public struct AuthenticatorData: Sendable {
    /// The bits of the flag byte.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The flag byte.
        public let rawValue: UInt8

        /// Flags from their byte.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A credential follows (AT, bit 6).
        public static let attestedCredential = Flags(rawValue: 0x40)
        /// Extensions follow (ED, bit 7).
        public static let extensions = Flags(rawValue: 0x80)
        /// The reserved bits of WebAuthn (1 and 5); data with either bit set is refused.
        static let reserved = Flags(rawValue: 0x22)
    }

    /// SHA-256 of the relying party id, which is Apple's app id; 32 bytes.
    public let relyingPartyIDHash: [UInt8]
    /// The flags as received.
    public let flags: Flags
    /// Number of signatures: 0 in an attestation, more in every assertion.
    public let counter: UInt32
    /// The credential; nil in an assertion.
    public let credential: AttestedCredential?
    /// The extensions, if present; they are kept but not evaluated.
    public let extensions: CBORMap?

    /// Data with the credential flag, which Apple always sets.
    ///
    /// - Parameters:
    ///   - relyingPartyIDHash: 32 bytes.
    ///   - counter: 0 with a credential, otherwise more.
    ///   - credential: the credential of an attestation; nil for an assertion.
    public init(relyingPartyIDHash: [UInt8], counter: UInt32, credential: AttestedCredential? = nil) {
        self.relyingPartyIDHash = relyingPartyIDHash
        flags = .attestedCredential
        self.counter = counter
        self.credential = credential
        extensions = nil
    }

    /// Decodes the data of an attestation, which must have a credential.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if it is not exactly in this form.
    public init(attestation bytes: [UInt8]) throws(AttestationRejection) {
        try self.init(bytes, hasCredential: true)
    }

    /// Decodes the data of an assertion, which has no credential.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if it is not exactly in this form.
    public init(assertion bytes: [UInt8]) throws(AttestationRejection) {
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

    /// Encodes the data.
    public func encode() -> [UInt8] {
        var bytes = relyingPartyIDHash + [flags.rawValue]
        bytes += (0..<4).reversed().map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
        if let credential { bytes += credential.encode() }
        if let extensions { bytes += CBORItem.map(extensions).encode() }
        return bytes
    }
}
