// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// Limits on mdoc input, which protect memory and stack against hostile input.
public struct MDocLimits: Sendable, Hashable {
    /// Maximum size in bytes of a credential or a device response.
    public let maximumBytes: Int
    /// Maximum number of documents in a device response.
    public let maximumDocuments: Int
    /// Maximum number of data elements in a document, over all name spaces; elements that the device signs, and errors of elements, are
    /// counted separately.
    public let maximumElements: Int
    /// Maximum number of digests in a mobile security object, over all name spaces.
    public let maximumDigests: Int
    /// Maximum nesting of arrays, maps and tags in each encoding.
    public let maximumDepth: Int

    /// 512 KiB, 16 documents, 512 elements, 4,096 digests, 32 levels: enough for a document with a portrait.
    public static let `default` = MDocLimits()

    /// Custom limits; negative values count as zero. The depth is at most 128, as in `CBORLimits`.
    public init(
        maximumBytes: Int = 512 * 1024, maximumDocuments: Int = 16, maximumElements: Int = 512, maximumDigests: Int = 4096,
        maximumDepth: Int = 32
    ) {
        self.maximumBytes = max(0, maximumBytes)
        self.maximumDocuments = max(0, maximumDocuments)
        self.maximumElements = max(0, maximumElements)
        self.maximumDigests = max(0, maximumDigests)
        self.maximumDepth = CBORLimits(depth: maximumDepth).depth
    }

    /// The limits for one encoding in the document.
    var cbor: CBORLimits { CBORLimits(depth: maximumDepth, bytes: maximumBytes) }
}
