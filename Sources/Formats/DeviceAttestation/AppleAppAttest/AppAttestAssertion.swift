// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// An assertion from `DCAppAttestService.generateAssertion`: a CBOR map with exactly `signature` and `authenticatorData`. Decoding checks only
/// the form.
package struct AppAttestAssertion: Hashable, Sendable {
    /// ECDSA with SHA-256 over the nonce (`AppAttestNonce`), in ASN.1 DER.
    package let signature: [UInt8]
    /// The authenticator data as received; its bytes enter the nonce.
    package let authenticatorData: [UInt8]

    /// An assertion from its parts, not validated.
    package init(signature: [UInt8], authenticatorData: [UInt8]) {
        self.signature = signature
        self.authenticatorData = authenticatorData
    }

    /// Decodes an assertion of at most 64 KiB.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if it is not exactly in this form, in deterministic CBOR with keys in any order.
    package init(decoding bytes: [UInt8]) throws(AttestationRejection) {
        let item = try? CBOR(decoding: bytes, limits: .appAttest, strictness: .deterministic)
        guard let map = item?.map, map.count == 2, let signature = map["signature"]?.bytes,
            let authenticatorData = map["authenticatorData"]?.bytes
        else { throw AttestationRejection(.malformed) }
        self.signature = signature
        self.authenticatorData = authenticatorData
    }

    /// Encodes the assertion, members in Apple's order.
    package func encode() -> [UInt8] {
        var map = CBORMap()
        map["signature"] = .bytes(signature)
        map["authenticatorData"] = .bytes(authenticatorData)
        return CBOR.map(map).encode()
    }
}
