// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// The links that the system keeps: a test touches them.
final class FakeLinks: OpenedLinks {
    private let links = Mutex<(waiting: [OpenedLink], lastNumber: Int)>(([], 0))

    /// The texts of those that wait, the oldest first.
    var waiting: [String] { links.withLock { $0.waiting.map(\.text) } }

    /// The person touches a link.
    func touch(_ text: String) {
        links.withLock { links in
            links.lastNumber += 1
            links.waiting.append(OpenedLink(number: links.lastNumber, text: text))
        }
    }

    func oldest() -> OpenedLink? { links.withLock { $0.waiting.first } }
    func forget(_ link: OpenedLink) { links.withLock { $0.waiting.removeAll { $0 == link } } }
}
