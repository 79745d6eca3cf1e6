// SPDX-License-Identifier: EUPL-1.2

public import CBOR
public import Crypto
import Foundation

/// Signs bytes with ES256 and returns r ‖ s, 64 bytes. A closure, so that the key may be in hardware.
public typealias COSESigner = (_ toBeSigned: [UInt8]) async throws -> [UInt8]

/// A COSE_Sign1 with ES256 (RFC 9052 §4.2); its signature has not been verified.
///
/// The protected header keeps the bytes in which it was received; it is never re-encoded.
public struct COSESign1: Sendable, Hashable {
    /// The encoded protected header; contains at least `alg`.
    public let protectedBytes: [UInt8]
    /// The decoded ``protectedBytes``.
    public let protected: CBORMap
    /// The header that the signature does not cover.
    public let unprotected: CBORMap
    /// The payload; nil if it is detached, that is, transferred separately.
    public let payload: [UInt8]?
    /// r ‖ s, big-endian, 64 bytes.
    public let signature: [UInt8]

    /// The tag that identifies a COSE_Sign1 if its context does not.
    public static let tag: UInt64 = 18
    /// The limits of a protected header, which is small and flat. The item itself has been read with the caller's `CBORLimits`.
    public static let headerLimits = CBORLimits(depth: 4, items: 64, bytes: 64 * 1024)

    /// Reads an untagged item: an array of protected header, unprotected header, payload or null, and signature.
    ///
    /// `alg` must be ES256 and protected, and no label may be critical. Unknown labels are ignored. The protected header may have any
    /// well-formed encoding, because the signature covers its bytes, but no duplicate label.
    ///
    /// - Throws: ``COSEError`` with `malformed`, `unacceptableHeader`, `unacceptableAlgorithm` or `signatureLength`.
    public init(_ item: CBORItem) throws(COSEError) {
        guard let parts = item.array, parts.count == 4, let protectedBytes = parts[0].bytes, let unprotected = parts[1].map,
            let signature = parts[3].bytes
        else { throw COSEError(.malformed, "not an array of a byte string, a map, a payload and a byte string") }
        switch parts[2] {
        case .bytes(let bytes): payload = bytes
        case .null: payload = nil
        default: throw COSEError(.malformed, "a payload that is neither a byte string nor null")
        }
        guard !protectedBytes.isEmpty else { throw COSEError(.unacceptableAlgorithm, "nothing is protected") }
        guard let header = try? CBORItem(decoding: protectedBytes, limits: Self.headerLimits),
            let protected = header.map
        else { throw COSEError(.unacceptableHeader, "the protected header is no map") }
        try COSEHeader.check(protected: protected, unprotected: unprotected)
        guard signature.count == 64 else { throw COSEError(.signatureLength, "a signature that is not 64 bytes") }
        self.protectedBytes = protectedBytes
        self.protected = protected
        self.unprotected = unprotected
        self.signature = signature
    }

    /// Reads an item with tag 18; otherwise as ``init(_:)``.
    public init(tagged item: CBORItem) throws(COSEError) {
        guard case .tagged(Self.tag, let content) = item else { throw COSEError(.malformed, "not tagged as COSE_Sign1") }
        try self.init(content)
    }

    /// The signature as an untagged item.
    public var item: CBORItem {
        .array([.bytes(protectedBytes), .map(unprotected), payload.map(CBORItem.bytes) ?? .null, .bytes(signature)])
    }

    /// Encodes the Sig_structure of context `Signature1` (RFC 9052 §4.4): the bytes that are signed.
    ///
    /// - Parameters:
    ///   - protectedBytes: the encoded protected header.
    ///   - payload: the payload, detached or not.
    ///   - externalAAD: additional bytes known to both sides; empty in ISO/IEC 18013-5.
    public static func toBeSigned(protectedBytes: [UInt8], payload: [UInt8], externalAAD: [UInt8] = []) -> [UInt8] {
        CBORItem.array([.text("Signature1"), .bytes(protectedBytes), .bytes(externalAAD), .bytes(payload)]).encode()
    }
}

extension COSESign1 {
    /// True if `key` made this signature over the payload with ES256.
    ///
    /// - Parameters:
    /// - detached: the payload, if the structure has none. False if both or neither are present.
    ///   - externalAAD: as in ``toBeSigned(protectedBytes:payload:externalAAD:)``.
    public func isSigned(by key: P256.Signing.PublicKey, detached: [UInt8]? = nil, externalAAD: [UInt8] = []) -> Bool {
        guard (payload == nil) != (detached == nil), let content = payload ?? detached,
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(
            signature, for: Self.toBeSigned(protectedBytes: protectedBytes, payload: content, externalAAD: externalAAD))
    }

    /// Signs a payload, with `alg` as the only protected header: ``UnsignedSign1`` in one call.
    ///
    /// - Parameters:
    ///   - payload: the bytes to sign.
    ///   - isDetached: true to leave the payload out of the structure.
    ///   - unprotected: the unsigned header; should not have the labels 1 and 2.
    ///   - externalAAD: as in ``toBeSigned(protectedBytes:payload:externalAAD:)``.
    ///   - signer: signs with the key.
    /// - Throws: errors of `signer`, or ``COSEError`` if it does not return 64 bytes or the header is not acceptable.
    public static func signed(
        payload: [UInt8], isDetached: Bool = false, unprotected: CBORMap = CBORMap(), externalAAD: [UInt8] = [], by signer: COSESigner
    ) async throws -> COSESign1 {
        let unsigned = UnsignedSign1(payload: payload, isDetached: isDetached, unprotected: unprotected, externalAAD: externalAAD)
        return try unsigned.signed(with: await signer(unsigned.toBeSigned))
    }
}
