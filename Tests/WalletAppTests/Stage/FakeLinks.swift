// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// The system's queue of opened links; a test adds links.
final class FakeLinks: OpenedLinks {
    private let links = Mutex<(waiting: [OpenedLink], lastNumber: Int)>(([], 0))

    /// The texts of the pending links, oldest first.
    var waiting: [String] { links.withLock { $0.waiting.map(\.text) } }

    /// Opens a link.
    func touch(_ text: String) {
        links.withLock { links in
            links.lastNumber += 1
            links.waiting.append(OpenedLink(number: links.lastNumber, text: text))
        }
    }

    func oldest() -> OpenedLink? { links.withLock { $0.waiting.first } }
    func forget(_ link: OpenedLink) { links.withLock { $0.waiting.removeAll { $0 == link } } }
}
