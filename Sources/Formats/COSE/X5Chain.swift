// SPDX-License-Identifier: EUPL-1.2

package import CBOR

/// The value of the header parameter `x5chain` (RFC 9360 §2): one certificate in DER as a byte string, or several in an array, the signer's
/// own one first.
///
/// Nothing is said about the certificates themselves: whether they are any, and whether someone trusts them, is for others to find out.
package enum X5Chain {
    /// The most certificates that are read.
    package static let maximumCount = 10
    /// The most bytes that one of them may have in DER.
    package static let maximumBytes = 16 * 1024

    /// The certificates in DER, in their order.
    ///
    /// - Throws: ``COSEError`` with `unacceptableChain` for anything but a byte string or an array of at least two, none of them empty; with
    ///   `tooLarge` for more certificates or bytes than are read.
    package static func decode(_ value: CBOR) throws(COSEError) -> [[UInt8]] {
        let entries: [CBOR]
        switch value {
        case .bytes: entries = [value]
        // A single certificate has one form only, and it is no array.
        case .array(let several) where several.count > 1: entries = several
        default: throw COSEError(.unacceptableChain, "neither one certificate nor several")
        }
        guard entries.count <= maximumCount else { throw COSEError(.tooLarge, "more certificates in x5chain than allowed") }
        var certificates: [[UInt8]] = []
        for entry in entries {
            guard let bytes = entry.bytes, !bytes.isEmpty else { throw COSEError(.unacceptableChain, "an entry that is no certificate") }
            guard bytes.count <= maximumBytes else { throw COSEError(.tooLarge, "a larger certificate than allowed") }
            certificates.append(bytes)
        }
        return certificates
    }

    /// The value for certificates in DER, the signer's own one first. There should be 1 to ``maximumCount``, else nobody here accepts it.
    package static func encode(_ certificates: [[UInt8]]) -> CBOR {
        if certificates.count == 1, let only = certificates.first { .bytes(only) } else { .array(certificates.map(CBOR.bytes)) }
    }
}
