// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// An attestation object from `DCAppAttestService.attestKey`: a CBOR map with exactly `fmt` (`apple-appattest`), `authData`, and `attStmt`
/// with exactly `x5c` and `receipt`. Decoding checks only the form.
public struct AppAttestAttestation: Hashable, Sendable {
    /// The format name in Apple's objects.
    public static let format = "apple-appattest"
    /// The number of certificates that a verifier accepts: the credential's and the intermediate.
    public static let certificateCount = 2

    /// The certificates of `x5c` in DER: the credential's, then the intermediate.
    public let certificates: [[UInt8]]
    /// Apple's receipt for later queries about the device (a PKCS #7 container). Neither Apple's procedure nor this verifier checks it.
    public let receipt: [UInt8]
    /// The authenticator data as received; its bytes enter the nonce.
    public let authenticatorData: [UInt8]

    /// An object from its parts, not validated.
    public init(certificates: [[UInt8]], receipt: [UInt8], authenticatorData: [UInt8]) {
        self.certificates = certificates
        self.receipt = receipt
        self.authenticatorData = authenticatorData
    }

    /// Decodes an object of at most 64 KiB.
    ///
    /// - Throws: `AttestationRejection` with `unknown_format` if `fmt` names an unknown format; with `malformed` if the object does not
    ///   have exactly this form, in deterministic CBOR with keys in any order.
    public init(decoding bytes: [UInt8]) throws(AttestationRejection) {
        let item = try? CBORItem(decoding: bytes, limits: .appAttest, strictness: .deterministic)
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

    /// Encodes the object, members in Apple's order.
    public func encode() -> [UInt8] {
        var statement = CBORMap()
        statement["x5c"] = .array(certificates.map { .bytes($0) })
        statement["receipt"] = .bytes(receipt)
        var object = CBORMap()
        object["fmt"] = .text(Self.format)
        object["attStmt"] = .map(statement)
        object["authData"] = .bytes(authenticatorData)
        return CBORItem.map(object).encode()
    }
}
