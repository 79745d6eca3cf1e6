// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A picture embedded in a card, of a kind that contains no active content. Showing it never fetches anything.
package struct EmbeddedPicture: Sendable, Hashable {
    /// The permitted kinds. Drawings are shown only as images, in which they run and load nothing.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webp = "image/webp"
        case drawing = "image/svg+xml"
    }

    package let kind: Kind
    package let bytes: Data

    /// The longest accepted address, in bytes.
    static let longestAddress = 512 * 1024

    /// Parses a `data:` address (RFC 2397).
    ///
    /// - Returns: nil for any other address, a kind not on the list, contents that do not match the kind, and an oversized address.
    package init?(_ address: String?) {
        guard let address, address.utf8.count <= Self.longestAddress, address.lowercased().hasPrefix("data:"),
            let comma = address.firstIndex(of: ",")
        else { return nil }
        let head = address[address.index(address.startIndex, offsetBy: 5)..<comma].lowercased().split(separator: ";")
        guard let kind = head.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
        let body = String(address[address.index(after: comma)...])
        let decoded = head.contains("base64") ? Data(base64Encoded: body) : body.removingPercentEncoding.map { Data($0.utf8) }
        guard let decoded, kind.begins(decoded) else { return nil }
        self.kind = kind
        bytes = decoded
    }

    /// The picture re-encoded as a `data:` address.
    package var address: String { "data:\(kind.rawValue);base64,\(bytes.base64EncodedString())" }
}

extension EmbeddedPicture.Kind {
    /// Returns true if the contents begin with this kind's signature.
    fileprivate func begins(_ bytes: Data) -> Bool {
        switch self {
        case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .webp: bytes.starts(with: Data("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Data("WEBP".utf8))
        case .drawing: bytes.starts(with: Data("<svg".utf8)) || bytes.starts(with: Data("<?xml".utf8))
        }
    }
}
