// SPDX-License-Identifier: EUPL-1.2

public import CBOR

/// The value of the header parameter `x5chain` (RFC 9360 §2): one DER certificate as a byte string, or several in an array, the signer's
/// first.
///
/// The bytes are not checked to be certificates, and trust is not evaluated.
public enum X5Chain {
    /// Maximum number of certificates.
    public static let maximumCount = 10
    /// Maximum size of a certificate in bytes of DER.
    public static let maximumBytes = 16 * 1024

    /// Decodes the certificates, in their order.
    ///
    /// - Throws: ``COSEError`` with `unacceptableChain` if the value is neither a byte string nor an array of at least two byte strings, or
    ///   a certificate is empty; with `tooLarge` above the maximum number or size.
    public static func decode(_ value: CBORItem) throws(COSEError) -> [[UInt8]] {
        let entries: [CBORItem]
        switch value {
        case .bytes: entries = [value]
        // A single certificate has only one form, a byte string.
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

    /// Encodes DER certificates, the signer's first. Receivers here accept 1 to ``maximumCount``.
    public static func encode(_ certificates: [[UInt8]]) -> CBORItem {
        if certificates.count == 1, let only = certificates.first { .bytes(only) } else { .array(certificates.map(CBORItem.bytes)) }
    }
}
