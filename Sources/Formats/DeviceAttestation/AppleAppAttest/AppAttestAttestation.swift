// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// An attestation object as `DCAppAttestService.attestKey` returns it: a CBOR map with exactly `fmt` (`apple-appattest`), `attStmt` with exactly
/// `x5c` and `receipt`, and `authData`. Read here means: of the right form; nothing in it has been verified.
package struct AppAttestAttestation: Hashable, Sendable {
    /// The name that Apple's objects carry.
    package static let format = "apple-appattest"

    /// The certificates in DER, as they stand in `x5c`: the credential's first, then the intermediate.
    package let certificates: [[UInt8]]
    /// Apple's receipt for later questions about the device (a PKCS #7 container). Neither Apple's steps nor we judge it.
    package let receipt: [UInt8]
    /// The authenticator data, byte for byte: the nonce is taken over these bytes.
    package let authenticatorData: [UInt8]

    /// An object from its parts, taken as they are.
    package init(certificates: [[UInt8]], receipt: [UInt8], authenticatorData: [UInt8]) {
        self.certificates = certificates
        self.receipt = receipt
        self.authenticatorData = authenticatorData
    }

    /// Reads an object of at most 64 KiB.
    ///
    /// - Throws: `AttestationRejection` with `unknown_format` when `fmt` names another format, and with `malformed` for everything else that is
    ///   not exactly in the form above, in deterministic CBOR apart from the order of keys.
    package init(decoding bytes: [UInt8]) throws(AttestationRejection) {
        let item = try? CBOR(decoding: bytes, limits: .appAttest, strictness: .deterministic)
        guard let object = item?.map, let format = object["fmt"]?.text else { throw AttestationRejection(.malformed) }
        guard format == Self.format else { throw AttestationRejection(.unknownFormat) }
        guard object.count == 3, let authenticatorData = object["authData"]?.bytes,
            let statement = object["attStmt"]?.map, statement.count == 2,
            let receipt = statement["receipt"]?.bytes,
            let chain = statement["x5c"]?.array
        else { throw AttestationRejection(.malformed) }
        certificates = chain.compactMap(\.bytes)
        self.receipt = receipt
        self.authenticatorData = authenticatorData
        guard certificates.count == chain.count else { throw AttestationRejection(.malformed) }
    }

    /// The object for the wire, its members in Apple's order.
    package func encode() -> [UInt8] {
        var statement = CBORMap()
        statement["x5c"] = .array(certificates.map { .bytes($0) })
        statement["receipt"] = .bytes(receipt)
        var object = CBORMap()
        object["fmt"] = .text(Self.format)
        object["attStmt"] = .map(statement)
        object["authData"] = .bytes(authenticatorData)
        return CBOR.map(object).encode()
    }
}
