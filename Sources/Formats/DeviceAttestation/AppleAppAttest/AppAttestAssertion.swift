// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// An assertion from `DCAppAttestService.generateAssertion`: a CBOR map with exactly `signature` and `authenticatorData`. Decoding checks
/// only the form.
public struct AppAttestAssertion: Hashable, Sendable {
    /// ECDSA with SHA-256 over the nonce (`AppAttestNonce`), in ASN.1 DER.
    public let signature: [UInt8]
    /// The authenticator data as received; its bytes enter the nonce.
    public let authenticatorData: [UInt8]

    /// An assertion from its parts, not validated.
    public init(signature: [UInt8], authenticatorData: [UInt8]) {
        self.signature = signature
        self.authenticatorData = authenticatorData
    }

    /// Decodes an assertion of at most 64 KiB.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if it is not exactly in this form, in deterministic CBOR with keys in any order.
    public init(decoding bytes: [UInt8]) throws(AttestationRejection) {
        let item = try? CBORItem(decoding: bytes, limits: .appAttest, strictness: .deterministic)
        guard let map = item?.map, map.count == 2, let signature = map["signature"]?.bytes,
            let authenticatorData = map["authenticatorData"]?.bytes
        else { throw AttestationRejection(.malformed) }
        self.signature = signature
        self.authenticatorData = authenticatorData
    }

    /// Encodes the assertion, members in Apple's order.
    public func encode() -> [UInt8] {
        var map = CBORMap()
        map["signature"] = .bytes(signature)
        map["authenticatorData"] = .bytes(authenticatorData)
        return CBORItem.map(map).encode()
    }
}
