// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// Links that the phone has for its app, oldest first, until a process of the app takes them from its events.
final class WaitingLinks: Sendable {
    /// How many are kept; of more the oldest are forgotten.
    private static let most = 64

    private let links = Mutex<[String]>([])

    /// Everything that nobody has taken.
    var all: [String] { links.withLock { $0 } }

    /// Keeps a link.
    func add(_ link: String) {
        links.withLock { links in
            links.append(link)
            links.removeFirst(max(0, links.count - Self.most))
        }
    }

    /// Forgets all of them.
    func clear() { links.withLock { $0 = [] } }

    /// The same events; a link is forgotten when it is read from them.
    func watching(_ events: AsyncStream<AppLifecycleEvent>) -> AsyncStream<AppLifecycleEvent> {
        AsyncStream { [self] in
            for await event in events {
                if case .openLink(let link) = event { forget(link) }
                return event
            }
            return nil
        }
    }

    private func forget(_ link: String) {
        links.withLock { links in
            if let index = links.firstIndex(of: link) { links.remove(at: index) }
        }
    }
}
