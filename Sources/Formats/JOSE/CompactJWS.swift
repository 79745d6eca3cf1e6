// SPDX-License-Identifier: EUPL-1.2

public import Crypto
import Foundation
public import JSON

/// A JSON Web Signature in compact form (RFC 7515 §3.1); its signature has not been verified.
///
/// The signed bytes are kept exactly as received and are never rebuilt from the parsed header. Two values are equal if their texts are.
public struct CompactJWS: Sendable {
    /// The protected header: any strict JSON object. ``JWTHeader`` checks whether it is acceptable for this project's tokens.
    public let header: JSONObject
    /// The payload, at least one byte.
    public let payload: [UInt8]
    /// r ‖ s, big-endian, 64 bytes (RFC 7518 §3.4).
    public let signature: [UInt8]
    /// The ASCII bytes of the first two parts and the dot between them, exactly as received.
    public let signingInput: [UInt8]

    /// Default maximum size of a text in bytes.
    public static let maximumBytes = 64 * 1024
    /// The size of a signature in bytes.
    static let signatureSize = 64

    /// Parses a text: three non-empty base64url parts, separated by dots. The header is read with the default limits of `JSONLimits`.
    ///
    /// - Parameter maximumBytes: maximum size of `text` in bytes.
    /// - Throws: ``JOSEError`` with `tooLarge`, `notCompactJWS`, `notBase64URL`, `unacceptableHeader` (not a strict JSON object) or
    ///   `signatureLength`.
    public init(parsing text: some StringProtocol, maximumBytes: Int = Self.maximumBytes) throws(JOSEError) {
        guard text.utf8.count <= maximumBytes else { throw JOSEError(.tooLarge, "more bytes than allowed") }
        try self.init(parsing: Array(text.utf8)[...], maximumBytes: maximumBytes)
    }

    /// Parses the bytes of a text, as above.
    public init(parsing bytes: ArraySlice<UInt8>, maximumBytes: Int = Self.maximumBytes) throws(JOSEError) {
        guard bytes.count <= maximumBytes else { throw JOSEError(.tooLarge, "more bytes than allowed") }
        let parts = bytes.parts(between: ".", atMost: 4)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            throw JOSEError(.notCompactJWS, "not three parts between dots")
        }
        let header = try Self.decoded(parts[0])
        do throws(JSONError) {
            self.header = try JSONObject(parsing: header)
        } catch {
            throw JOSEError(.unacceptableHeader, error.reason)
        }
        payload = try Self.decoded(parts[1])
        signature = try Self.decoded(parts[2])
        guard signature.count == Self.signatureSize else { throw JOSEError(.signatureLength, "a signature that is not 64 bytes") }
        signingInput = Array(bytes[..<parts[1].endIndex])
    }

    /// The bytes of a part.
    static func decoded(_ part: ArraySlice<UInt8>) throws(JOSEError) -> [UInt8] {
        do throws(JSONError) {
            return try Base64URL.decode(part)
        } catch {
            throw JOSEError(.notBase64URL, error.reason)
        }
    }

    /// Builds a JWS from its parts, for a signature made in hardware over ``signingInput(header:payload:)``.
    ///
    /// - Parameter signature: r ‖ s, 64 bytes. It is not verified.
    /// - Throws: ``JOSEError`` with `signatureLength`, or `notCompactJWS` for an empty payload.
    public init(header: JSONObject, payload: [UInt8], signature: [UInt8]) throws(JOSEError) {
        try self.init(header: header, payload: payload, signature: signature, over: Self.signingInput(header: header, payload: payload))
    }

    /// Builds a JWS as above.
    ///
    /// - Parameter signingInput: what ``signingInput(header:payload:)`` returns for this header and payload.
    init(header: JSONObject, payload: [UInt8], signature: [UInt8], over signingInput: [UInt8]) throws(JOSEError) {
        guard !payload.isEmpty else { throw JOSEError(.notCompactJWS, "an empty payload") }
        guard signature.count == Self.signatureSize else { throw JOSEError(.signatureLength, "a signature that is not 64 bytes") }
        self.header = header
        self.payload = payload
        self.signature = signature
        self.signingInput = signingInput
    }

    /// The compact text; the first two parts are exactly as received.
    public var serialized: String {
        String(decoding: signingInput, as: UTF8.self) + "." + Base64URL.encode(signature)
    }

    /// The ASCII bytes that the signature covers (RFC 7515 §5.1).
    public static func signingInput(header: JSONObject, payload: [UInt8]) -> [UInt8] {
        Array((Base64URL.encode(header.encode()) + "." + Base64URL.encode(payload)).utf8)
    }
}

extension CompactJWS {
    /// True if `key` made this signature over ``signingInput`` with ES256 (RFC 7518 §3.4).
    ///
    /// False also if the header does not have `"alg":"ES256"`, or has `crit` (RFC 7515 §4.1.11: no critical extension is supported). The
    /// header cannot choose a key or an algorithm. The rest of the header is not checked here; see ``JWTHeader``.
    public func isSigned(by key: P256.Signing.PublicKey) -> Bool {
        guard header["alg"] == .string("ES256"), header["crit"] == nil,
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: signingInput)
    }

    /// Signs with ES256 and a key in memory. The header is written unchanged; it should be a ``JWTHeader/json``.
    ///
    /// - Throws: ``JOSEError`` with `notCompactJWS` for an empty payload, or `notSigned` if the cryptography library fails.
    public static func sign(header: JSONObject, payload: [UInt8], with key: P256.Signing.PrivateKey) throws(JOSEError) -> CompactJWS {
        let signingInput = signingInput(header: header, payload: payload)
        guard let signature = try? key.signature(for: signingInput) else { throw JOSEError(.notSigned, "the key does not sign") }
        return try CompactJWS(header: header, payload: payload, signature: Array(signature.rawRepresentation), over: signingInput)
    }
}

extension CompactJWS: Hashable {
    /// True if both texts are the same.
    public static func == (left: CompactJWS, right: CompactJWS) -> Bool {
        left.signingInput == right.signingInput && left.signature == right.signature
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(signingInput)
        hasher.combine(signature)
    }
}
