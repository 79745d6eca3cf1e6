// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization

/// The faults of the phone's network: some messages to the provider are lost or delayed.
final class Reception: Sendable {
    /// Messages of one kind.
    enum Message: Sendable, Hashable {
        /// A request for a beacon.
        case asksForBeacon
        /// An instruction.
        case sends(Instruction)

        func isMet(by request: NetworkRequest) -> Bool {
            let path = URL(string: request.url)?.path
            return switch self {
            case .asksForBeacon: path == Endpoint.beacon.path
            case .sends(let instruction): path == Endpoint.instruction(instruction).path
            }
        }
    }

    private struct State {
        /// The messages to lose, and how many more.
        var lost: (message: Message, left: Int)?
        /// The kind of message to delay.
        var held: Message?
        /// The delayed message, until it is answered or lost.
        var delayed: NetworkRequest?
        var isReleased = false
    }

    private let state = Mutex(State())
    private let changes = Changes()

    /// Loses the next messages of a kind.
    func lose(_ count: Int, _ message: Message) { state.withLock { $0.lost = (message, count) } }

    /// Ends the loss of messages.
    func restore() { state.withLock { $0.lost = nil } }

    /// Delays the next message of a kind until `release`.
    func hold(_ message: Message) { state.withLock { ($0.held, $0.isReleased) = (message, false) } }

    private var isHolding: Bool { state.withLock { $0.delayed != nil } }

    /// Waits until a message is delayed.
    func isMet() async { await changes.wait { self.isHolding } }

    /// Releases the delayed message.
    func release() {
        state.withLock { ($0.held, $0.isReleased) = (nil, true) }
        changes.note()
    }

    /// Waits until no message is delayed. No time is skipped before that: otherwise the message's beacon would expire in some runs only.
    func waitUntilSettled() async { await changes.wait { !self.isHolding } }

    /// Records that a request was answered or lost.
    func noteAnswer(to request: NetworkRequest) {
        state.withLock { state in
            guard state.delayed == request else { return }
            state.delayed = nil
        }
        changes.note()
    }

    /// Returns true if a request passes. A delayed one waits here; it is lost if its task is cancelled.
    func passes(_ request: NetworkRequest) async -> Bool {
        let (isLost, isHeld) = state.withLock { state in
            if let lost = state.lost, lost.left > 0, lost.message.isMet(by: request) {
                state.lost = (lost.message, lost.left - 1)
                return (true, false)
            }
            guard let held = state.held, held.isMet(by: request) else { return (false, false) }
            (state.held, state.delayed) = (nil, request)
            return (false, true)
        }
        guard isHeld else { return !isLost }
        changes.note()
        await changes.wait { self.state.withLock { $0.isReleased } }
        guard Task.isCancelled else { return true }
        noteAnswer(to: request)
        return false
    }
}
