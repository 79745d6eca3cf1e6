// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The links that wait for the core; a test adds links.
final class FakeLinks: KeptLinks {
    private let links = Recorded<(waiting: [KeptLink], lastNumber: Int)>(([], 0))

    /// The texts of the pending links, oldest first.
    var waiting: [String] { links.value.waiting.map(\.text) }

    /// Opens a link.
    func touch(_ text: String) {
        links.change { links in
            links.lastNumber += 1
            links.waiting.append(KeptLink(number: links.lastNumber, text: text))
        }
    }

    /// Waits until no link waits. A cancelled caller also stops waiting.
    func hasNone() async { await links.wait { $0.waiting.isEmpty } }

    func oldest() -> KeptLink? { links.value.waiting.first }
    func forget(_ link: KeptLink) { links.change { $0.waiting.removeAll { $0 == link } } }
}
