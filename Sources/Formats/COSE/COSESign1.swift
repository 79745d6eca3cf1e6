// SPDX-License-Identifier: EUPL-1.2

package import CBOR
package import Crypto
import Foundation

/// Makes a signature: r ‖ s, 64 bytes, with ES256 over the bytes given. A closure, so that the key may be in hardware.
package typealias COSESigner = (_ toBeSigned: [UInt8]) async throws -> [UInt8]

/// A COSE_Sign1 with ES256 (RFC 9052 §4.2), its signature not yet checked.
///
/// The protected header is kept exactly as it was received and is never encoded again.
package struct COSESign1: Sendable, Hashable {
    /// The encoded protected header, at least `alg`.
    package let protectedBytes: [UInt8]
    /// What ``protectedBytes`` say.
    package let protected: CBORMap
    /// The header that no signature covers.
    package let unprotected: CBORMap
    /// The payload; nil when it is detached, that is, known to both sides already.
    package let payload: [UInt8]?
    /// r ‖ s, big-endian, 64 bytes.
    package let signature: [UInt8]

    /// The tag of a COSE_Sign1 where nothing else says what it is.
    package static let tag: UInt64 = 18
    /// A protected header is small and flat.
    private static let headerLimits = CBORLimits(depth: 4, items: 64, bytes: 64 * 1024)

    /// The signature that an untagged item holds: an array of protected header, unprotected header, payload or null, and signature.
    ///
    /// `alg` must be ES256 and protected, and nothing may be critical. Labels that are not known here are let be.
    ///
    /// - Throws: ``COSEError`` with `malformed`, `unacceptableHeader`, `unacceptableAlgorithm` or `signatureLength`. A protected header in any
    ///   well-formed encoding is read, for the signature is judged over its bytes; one with a label twice is unacceptable.
    package init(_ item: CBOR) throws(COSEError) {
        guard let parts = item.array, parts.count == 4, let protectedBytes = parts[0].bytes, let unprotected = parts[1].map,
            let signature = parts[3].bytes
        else { throw COSEError(.malformed, "not an array of a byte string, a map, a payload and a byte string") }
        switch parts[2] {
        case .bytes(let bytes): payload = bytes
        case .null: payload = nil
        default: throw COSEError(.malformed, "a payload that is neither a byte string nor null")
        }
        guard !protectedBytes.isEmpty else { throw COSEError(.unacceptableAlgorithm, "nothing is protected") }
        guard let header = try? CBOR(decoding: protectedBytes, limits: Self.headerLimits),
            let protected = header.map
        else { throw COSEError(.unacceptableHeader, "the protected header is no map") }
        try COSEHeader.check(protected: protected, unprotected: unprotected)
        guard signature.count == 64 else { throw COSEError(.signatureLength, "a signature that is not 64 bytes") }
        self.protectedBytes = protectedBytes
        self.protected = protected
        self.unprotected = unprotected
        self.signature = signature
    }

    /// As ``init(_:)``, of an item with tag 18.
    package init(tagged item: CBOR) throws(COSEError) {
        guard case .tagged(Self.tag, let content) = item else { throw COSEError(.malformed, "not tagged as COSE_Sign1") }
        try self.init(content)
    }

    /// The untagged item.
    package var item: CBOR {
        .array([.bytes(protectedBytes), .map(unprotected), payload.map(CBOR.bytes) ?? .null, .bytes(signature)])
    }

    /// The encoded Sig_structure of context `Signature1` (RFC 9052 §4.4): what a signature is made over.
    ///
    /// - Parameters:
    ///   - protectedBytes: the encoded protected header.
    ///   - payload: the payload, be it detached or not.
    ///   - externalAAD: further bytes that both sides know; none in ISO/IEC 18013-5.
    package static func toBeSigned(protectedBytes: [UInt8], payload: [UInt8], externalAAD: [UInt8] = []) -> [UInt8] {
        CBOR.array([.text("Signature1"), .bytes(protectedBytes), .bytes(externalAAD), .bytes(payload)]).encode()
    }
}

extension COSESign1 {
    /// Whether `key` made this signature over the payload with ES256.
    ///
    /// - Parameters:
    ///   - detached: the payload, when the signature has none of its own. With both or neither the answer is no.
    ///   - externalAAD: as in ``toBeSigned(protectedBytes:payload:externalAAD:)``.
    package func isSigned(by key: P256.Signing.PublicKey, detached: [UInt8]? = nil, externalAAD: [UInt8] = []) -> Bool {
        guard (payload == nil) != (detached == nil), let content = payload ?? detached,
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(
            signature, for: Self.toBeSigned(protectedBytes: protectedBytes, payload: content, externalAAD: externalAAD))
    }

    /// A signature with `alg` alone in its protected header.
    ///
    /// - Parameters:
    ///   - payload: what is signed.
    ///   - isDetached: whether the payload is left out of the structure.
    ///   - unprotected: the header that is not signed; should have none of the labels 1 and 2.
    ///   - externalAAD: as in ``toBeSigned(protectedBytes:payload:externalAAD:)``.
    ///   - signer: the key.
    /// - Throws: what `signer` throws, or ``COSEError`` when it returns something other than 64 bytes or the header is not acceptable.
    package static func signed(
        payload: [UInt8], isDetached: Bool = false, unprotected: CBORMap = CBORMap(), externalAAD: [UInt8] = [], by signer: COSESigner
    ) async throws -> COSESign1 {
        let protected = COSEHeader.protectedBytes
        let signature = try await signer(toBeSigned(protectedBytes: protected, payload: payload, externalAAD: externalAAD))
        let content: CBOR = isDetached ? .null : .bytes(payload)
        return try COSESign1(.array([.bytes(protected), .map(unprotected), content, .bytes(signature)]))
    }
}
