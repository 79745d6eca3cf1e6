// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import WalletInterface

/// The links that wait for the core; a test adds links.
final class FakeLinks: KeptLinks {
    private let links = Mutex<(waiting: [KeptLink], lastNumber: Int)>(([], 0))

    /// The texts of the pending links, oldest first.
    var waiting: [String] { links.withLock { $0.waiting.map(\.text) } }

    /// Opens a link.
    func touch(_ text: String) {
        links.withLock { links in
            links.lastNumber += 1
            links.waiting.append(KeptLink(number: links.lastNumber, text: text))
        }
    }

    func oldest() -> KeptLink? { links.withLock { $0.waiting.first } }
    func forget(_ link: KeptLink) { links.withLock { $0.waiting.removeAll { $0 == link } } }
}
