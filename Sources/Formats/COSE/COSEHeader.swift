// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// Labels of COSE header parameters (RFC 9052 §3.1, RFC 9360 §2).
public enum COSELabel {
    /// The signature algorithm; ES256 is −7 (RFC 9053 §2.1).
    public static let algorithm: Int64 = 1
    /// The list of labels that a receiver must understand.
    public static let critical: Int64 = 2
    /// The signer's certificate and its chain to a root; see ``X5Chain``.
    public static let x5chain: Int64 = 33
}

/// Rules for both header buckets of a signature.
enum COSEHeader {
    /// ES256: ECDSA with SHA-256. The key determines the curve, P-256.
    static let es256: Int64 = -7

    /// The encoded protected header of every signature made here; contains `alg` only.
    static var protectedBytes: [UInt8] {
        var map = CBORMap()
        map[COSELabel.algorithm] = CBORItem(es256)
        return CBORItem.map(map).encode()
    }

    /// Checks both buckets: all keys are labels, no label is in both buckets, `alg` is protected and ES256, nothing is critical.
    ///
    /// - Throws: `COSEError` with `unacceptableHeader` or `unacceptableAlgorithm`.
    static func check(protected: CBORMap, unprotected: CBORMap) throws(COSEError) {
        for pairs in [protected.pairs, unprotected.pairs] {
            guard pairs.allSatisfy({ $0.key.text != nil || $0.key.integer != nil }) else {
                throw COSEError(.unacceptableHeader, "a label that is no label")
            }
        }
        guard unprotected[COSELabel.algorithm] == nil else { throw COSEError(.unacceptableAlgorithm, "alg is not protected") }
        guard protected[COSELabel.algorithm]?.integer == es256 else { throw COSEError(.unacceptableAlgorithm, "alg is not ES256") }
        // No critical extension is supported, and `crit` must be protected in any case.
        guard protected[COSELabel.critical] == nil, unprotected[COSELabel.critical] == nil else {
            throw COSEError(.unacceptableHeader, "a critical label")
        }
        guard protected.pairs.allSatisfy({ unprotected[$0.key] == nil }) else {
            throw COSEError(.unacceptableHeader, "a label in both buckets")
        }
    }
}
