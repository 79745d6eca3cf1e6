// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// Links that the phone has for its app, oldest first, until a process of the app says that it has stored them.
final class WaitingLinks: OpenedLinks {
    private struct State {
        var links: [OpenedLink] = []
        var lastNumber = 0
    }

    /// How many are kept; of more the oldest are forgotten.
    private static let most = 64

    private let state = Mutex(State())

    /// Keeps a link.
    func add(_ text: String) {
        state.withLock { state in
            state.lastNumber += 1
            state.links.append(OpenedLink(number: state.lastNumber, text: text))
            state.links.removeFirst(max(0, state.links.count - Self.most))
        }
    }

    /// Forgets all of them.
    func clear() { state.withLock { $0.links = [] } }

    func oldest() -> OpenedLink? { state.withLock { $0.links.first } }

    func forget(_ link: OpenedLink) { state.withLock { $0.links.removeAll { $0 == link } } }
}
