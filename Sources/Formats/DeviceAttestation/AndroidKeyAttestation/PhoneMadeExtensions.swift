// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
import X509

/// The extensions of the certificate that a phone made for its key, rewritten for X509.
///
/// X509 reads BOOLEANs in strict DER only: TRUE is FF, and the default FALSE is left out. Some phones write TRUE as 01, which BER allows
/// (X.690, section 8.2.2), or write FALSE. Both have a certain meaning. Everything else stays as received, for X509 to judge.
struct PhoneMadeExtensions {
    /// The field in DER: `[3] EXPLICIT SEQUENCE OF Extension`. The certificate's signature is not valid over it.
    private(set) var bytes: [UInt8] = []
    /// The deviations that are absent from ``bytes``.
    private(set) var deviations: [AttestationDeviation] = []

    /// Rewrites a field of a certificate; nil if it is another field, or not in this form.
    init?(_ field: ASN1Node) {
        guard field.identifier == ASN1Identifier(tagWithNumber: 3, tagClass: .contextSpecific), let lists = field.children,
            lists.count == 1,
            lists[0].identifier == .sequence, let extensions = lists[0].children
        else { return nil }
        var content: [UInt8] = []
        for node in extensions { content += rewritten(node) }
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: field.identifier) { tagged in
            tagged.appendConstructedNode(identifier: .sequence) { $0.serializeRawBytes(content) }
        }
        bytes = serializer.serializedBytes
    }

    /// Rewrites `SEQUENCE { extnID, critical BOOLEAN DEFAULT FALSE, extnValue }`.
    private mutating func rewritten(_ node: ASN1Node) -> [UInt8] {
        // With more parts, the part after a removed BOOLEAN would take its place.
        guard node.identifier == .sequence, let parts = node.children, parts.count == 2 || parts.count == 3 else {
            return Array(node.encodedBytes)
        }
        var content = Array(parts[0].encodedBytes)
        if parts.count == 3 { content += rewritten(critical: parts[1]) }
        let isConstraints = (try? ASN1ObjectIdentifier(derEncoded: parts[0])) == ASN1ObjectIdentifier.X509ExtensionID.basicConstraints
        let value = parts[parts.count - 1].encodedBytes
        content += isConstraints ? rewritten(constraints: value) : Array(value)
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: .sequence) { $0.serializeRawBytes(content) }
        return serializer.serializedBytes
    }

    private mutating func rewritten(critical node: ASN1Node) -> [UInt8] {
        guard node.identifier == .boolean, case .primitive(let content) = node.content, content.count == 1, let octet = content.first,
            octet != 0xff
        else { return Array(node.encodedBytes) }
        deviations.append(octet == 0 ? .writtenDefault : .trueOctet)
        return octet == 0 ? [] : [0x01, 0x01, 0xff]
    }

    /// Rewrites constraints that only say that the certificate is not an authority. Constraints with TRUE, however written, are refused.
    private mutating func rewritten(constraints value: ArraySlice<UInt8>) -> [UInt8] {
        guard value == Self.writtenNoAuthority[...] else { return Array(value) }
        deviations.append(.writtenDefault)
        return Self.noAuthority
    }

    /// An OCTET STRING with `SEQUENCE { BOOLEAN FALSE }`.
    private static let writtenNoAuthority: [UInt8] = [0x04, 0x05, 0x30, 0x03, 0x01, 0x01, 0x00]
    /// An OCTET STRING with `SEQUENCE {}`.
    private static let noAuthority: [UInt8] = [0x04, 0x02, 0x30, 0x00]
}
