// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// How much mdoc is accepted, so that nobody can spend our memory or stack.
package struct MDocLimits: Sendable, Hashable {
    /// The most bytes of everything that is read in one piece: a credential or a device response.
    package let maximumBytes: Int
    /// The most documents in a device response.
    package let maximumDocuments: Int
    /// The most data elements in a document, those of all name spaces together; those that the device signed are counted apart.
    package let maximumElements: Int
    /// The most digests in a mobile security object, those of all name spaces together.
    package let maximumDigests: Int
    /// The most arrays, maps and tags that may be inside one another, in each encoding by itself.
    package let maximumDepth: Int

    /// 512 KiB, 16 documents, 512 elements, 4,096 digests, 32 levels: room for a portrait, not for more.
    package static let `default` = MDocLimits()

    /// Limits of your own; each is a count, taken as zero when negative. The depth is at most 128, as in `CBORLimits`.
    package init(
        maximumBytes: Int = 512 * 1024, maximumDocuments: Int = 16, maximumElements: Int = 512, maximumDigests: Int = 4096,
        maximumDepth: Int = 32
    ) {
        self.maximumBytes = max(0, maximumBytes)
        self.maximumDocuments = max(0, maximumDocuments)
        self.maximumElements = max(0, maximumElements)
        self.maximumDigests = max(0, maximumDigests)
        self.maximumDepth = CBORLimits(depth: maximumDepth).depth
    }

    /// The limits for one encoding within the document.
    var cbor: CBORLimits { CBORLimits(depth: maximumDepth, bytes: maximumBytes) }
}
