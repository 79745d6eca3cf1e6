// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// Links that wait for the app, oldest first, until a process has stored them.
final class WaitingLinks: OpenedLinks {
    private struct State {
        var links: [OpenedLink] = []
        var lastNumber = 0
    }

    /// The largest number of links kept; the oldest are dropped.
    private static let most = 64

    private let state = Mutex(State())

    func add(_ text: String) {
        state.withLock { state in
            state.lastNumber += 1
            state.links.append(OpenedLink(number: state.lastNumber, text: text))
            state.links.removeFirst(max(0, state.links.count - Self.most))
        }
    }

    func clear() { state.withLock { $0.links = [] } }

    func oldest() -> OpenedLink? { state.withLock { $0.links.first } }

    func forget(_ link: OpenedLink) { state.withLock { $0.links.removeAll { $0 == link } } }
}
