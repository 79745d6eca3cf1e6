// SPDX-License-Identifier: EUPL-1.2

public import CBOR

/// A COSE_Sign1 that lacks only its ES256 signature (RFC 9052 §4.4), for a key that signs several messages in one request.
///
/// The protected header contains `alg` only.
public struct UnsignedSign1: Sendable, Hashable {
    /// The bytes that the signature covers: the encoded Sig_structure. ES256 signs their SHA-256 hash.
    public let toBeSigned: [UInt8]
    /// The payload, or null if it is detached.
    private let content: CBORItem
    private let unprotected: CBORMap

    /// Prepares a message.
    ///
    /// - Parameters:
    ///   - payload: the bytes to sign.
    ///   - isDetached: true to leave the payload out of the structure.
    ///   - unprotected: the unsigned header; should not have the labels 1 and 2.
    ///   - externalAAD: as in ``COSESign1/toBeSigned(protectedBytes:payload:externalAAD:)``.
    public init(payload: [UInt8], isDetached: Bool = false, unprotected: CBORMap = CBORMap(), externalAAD: [UInt8] = []) {
        toBeSigned = COSESign1.toBeSigned(protectedBytes: COSEHeader.protectedBytes, payload: payload, externalAAD: externalAAD)
        content = isDetached ? .null : .bytes(payload)
        self.unprotected = unprotected
    }

    /// Adds a signature over ``toBeSigned``, which is not verified.
    ///
    /// - Parameter signature: r ‖ s, 64 bytes.
    /// - Throws: ``COSEError`` with `signatureLength`, or `unacceptableAlgorithm` or `unacceptableHeader` if the unprotected header is not
    ///   acceptable.
    public func signed(with signature: [UInt8]) throws(COSEError) -> COSESign1 {
        try COSESign1(.array([.bytes(COSEHeader.protectedBytes), .map(unprotected), content, .bytes(signature)]))
    }
}
