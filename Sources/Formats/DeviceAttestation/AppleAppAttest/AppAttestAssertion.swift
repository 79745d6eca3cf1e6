// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// An assertion as `DCAppAttestService.generateAssertion` returns it: a CBOR map with exactly `signature` and `authenticatorData`. Read here
/// means: of the right form; nothing in it has been verified.
package struct AppAttestAssertion: Hashable, Sendable {
    /// ECDSA with SHA-256 over the nonce (`AppAttestNonce`), in ASN.1 DER.
    package let signature: [UInt8]
    /// The authenticator data, byte for byte: the nonce is taken over these bytes.
    package let authenticatorData: [UInt8]

    /// An assertion from its parts, taken as they are.
    package init(signature: [UInt8], authenticatorData: [UInt8]) {
        self.signature = signature
        self.authenticatorData = authenticatorData
    }

    /// Reads an assertion of at most 64 KiB.
    ///
    /// - Throws: `AttestationRejection` with `malformed` for everything that is not exactly in the form above, in deterministic CBOR apart from
    ///   the order of keys.
    package init(decoding bytes: [UInt8]) throws(AttestationRejection) {
        let item = try? CBOR(decoding: bytes, limits: .appAttest, strictness: .deterministic)
        guard let map = item?.map, map.count == 2, let signature = map["signature"]?.bytes,
            let authenticatorData = map["authenticatorData"]?.bytes
        else { throw AttestationRejection(.malformed) }
        self.signature = signature
        self.authenticatorData = authenticatorData
    }

    /// The assertion for the wire, its members in Apple's order.
    package func encode() -> [UInt8] {
        var map = CBORMap()
        map["signature"] = .bytes(signature)
        map["authenticatorData"] = .bytes(authenticatorData)
        return CBOR.map(map).encode()
    }
}
