// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// The universal links that the user opens while one process of the app runs, each delivered once, as operating systems do.
///
/// A host calls ``open(_:)`` inside the system's callback. When it returns, the core has stored the link, so the process may be killed.
///
/// Promises, each with one check in `WalletPlatformTesting`:
/// - LNK-01: Links arrive unchanged, in the order in which the user opened them.
/// - LNK-02: Each opened link is delivered once.
/// - LNK-03: A link that is opened twice is delivered twice.
/// - LNK-04: A link is delivered before the event `openLink`.
/// - LNK-05: A link that was delivered to a process is not delivered to the next process.
public final class OpenedLinks: Sendable {
    private struct Opened {
        let text: String
        /// Runs after the link was delivered.
        let report: (@Sendable () -> Void)?
    }

    private struct State {
        var receive: (@Sendable (String) -> Void)?
        /// The links that are not delivered yet, oldest first.
        var waiting: [Opened] = []
        /// True while a thread delivers links.
        var isDelivering = false
    }

    private let state = Mutex(State())
    /// Serialises delivery. `state` is not locked during a delivery.
    private let deliveryLock = NSRecursiveLock()

    /// Creates the links of a process.
    public init() {}

    /// Delivers a link to the process. Returns when the process has stored it; before ``receive(_:)`` was called, at once.
    ///
    /// If the process opens a link while it receives another link, it receives the new link afterwards, and the call returns at once.
    ///
    /// - Parameter text: the link exactly as opened, untrusted.
    public func open(_ text: String) { open(text, then: nil) }

    /// Delivers a link as ``open(_:)`` does, then calls `report`.
    ///
    /// - Parameters:
    ///   - text: the link exactly as opened, untrusted.
    ///   - report: called after this link and before the next link is delivered; before ``receive(_:)`` was called, at once.
    package func open(_ text: String, then report: (@Sendable () -> Void)?) {
        let isEarly = state.withLock { state in
            let isEarly = state.receive == nil
            state.waiting.append(Opened(text: text, report: isEarly ? nil : report))
            return isEarly
        }
        if isEarly { report?() } else { deliver() }
    }

    /// Calls `body` with each link: now with those already opened, such as the link that started the process, and later inside
    /// ``open(_:)``. A second call replaces `body`.
    ///
    /// - Parameter body: called with one link at a time, in order. It may open links and call ``receive(_:)``.
    public func receive(_ body: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.receive = body }
        deliver()
    }

    /// Delivers the waiting links outside the mutex. A nested call returns at once; the outer call delivers its links.
    private func deliver() {
        deliveryLock.withLock {
            let isOutermost = state.withLock { state in
                defer { state.isDelivering = true }
                return !state.isDelivering
            }
            guard isOutermost else { return }
            while let (body, link) = next() {
                body(link.text)
                link.report?()
            }
        }
    }

    /// Takes the oldest link; ends the delivery if there is none.
    private func next() -> ((@Sendable (String) -> Void), Opened)? {
        state.withLock { state in
            guard let body = state.receive, !state.waiting.isEmpty else {
                state.isDelivering = false
                return nil
            }
            return (body, state.waiting.removeFirst())
        }
    }
}
