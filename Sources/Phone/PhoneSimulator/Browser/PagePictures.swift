// SPDX-License-Identifier: EUPL-1.2

/// The PNG pictures that the open page has loaded, at most `most`, each no larger than an image may be. They are forgotten with the page.
struct PagePictures: Sendable {
    private var pictures: [(address: BrowserAddress, png: [UInt8])] = []

    /// The largest number of pictures; a newer picture replaces the oldest.
    static let most = 4

    /// The bytes with which every PNG file begins (PNG, Third Edition, §5.2).
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The pictures, oldest first.
    var all: [[UInt8]] { pictures.map(\.png) }

    /// The number of pictures.
    var count: Int { pictures.count }

    /// Keeps an image if it is a PNG picture. A picture of the same address is replaced.
    mutating func keep(_ response: PageResponse, from address: BrowserAddress) {
        guard response.mediaType == "image/png", response.body.starts(with: Self.signature) else { return }
        pictures.removeAll { $0.address == address }
        pictures.append((address, response.body))
        pictures.removeFirst(max(0, pictures.count - Self.most))
    }
}
