// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The members of a JWE's protected header that are judged before any key is used (RFC 7516 §4.1).
///
/// Unknown members are ignored, as RFC 7516 §4 requires. `epk` is read when the JWE is opened.
struct JWEHeader: Sendable {
    /// `enc`.
    let method: ContentEncryption
    /// `kid`.
    let keyID: String?
    /// The bytes of `apu`; empty if it is absent.
    let partyU: [UInt8]
    /// The bytes of `apv`; empty if it is absent.
    let partyV: [UInt8]

    /// `alg`: the content key is agreed on directly (RFC 7518 §4.6).
    static let algorithm = "ECDH-ES"

    /// Reads a header.
    ///
    /// - Throws: ``JOSEError`` with `compressed` for `zip`; with `unacceptableAlgorithm` for another `alg` or `enc`; with
    ///   `unacceptableHeader` for `crit`, for a `kid` that is not 1 to ``JWTHeader/maximumLength`` visible ASCII characters, and for an
    ///   `apu` or `apv` that is not base64url.
    init(_ object: JSONObject) throws(JOSEError) {
        guard !object.has("zip") else { throw JOSEError(.compressed, "a compressed plaintext") }
        guard !object.has("crit") else { throw JOSEError(.unacceptableHeader, "a critical extension") }
        guard object["alg"] == .string(Self.algorithm) else {
            throw JOSEError(.unacceptableAlgorithm, "the algorithm is not ECDH-ES")
        }
        guard case .string(let name)? = object["enc"], let method = ContentEncryption(rawValue: name) else {
            throw JOSEError(.unacceptableAlgorithm, "the content encryption is neither A128GCM nor A256GCM")
        }
        self.method = method
        switch object["kid"] {
        case nil: keyID = nil
        case .string(let text)? where JWTHeader.isPlain(text): keyID = text
        default: throw JOSEError(.unacceptableHeader, "kid is not 1 to \(JWTHeader.maximumLength) visible ASCII characters")
        }
        partyU = try Self.bytes("apu", of: object)
        partyV = try Self.bytes("apv", of: object)
    }

    private static func bytes(_ name: String, of object: JSONObject) throws(JOSEError) -> [UInt8] {
        guard let value = object[name] else { return [] }
        guard case .string(let text) = value, let bytes = try? Base64URL.decode(text) else {
            throw JOSEError(.unacceptableHeader, "\(name) is not base64url")
        }
        return bytes
    }
}
