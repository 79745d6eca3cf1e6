// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization

/// What of the phone's network works: some messages to the provider do not get through, or wait.
final class Reception: Sendable {
    /// Messages of one kind.
    enum Message: Sendable, Hashable {
        /// A request for the challenge of an instruction.
        case asks(Instruction)
        /// The instruction itself.
        case tells(Instruction)

        func isMet(by request: NetworkRequest) -> Bool {
            let path = URL(string: request.url)?.path
            switch self {
            case .tells(let instruction): return path == Endpoint.instruction(instruction).path
            case .asks(let instruction):
                guard path == Endpoint.challenge.path, let claims = try? ProviderRequest(parsing: request.body).message.claims else {
                    return false
                }
                return (try? ChallengeRequest(claims))?.instruction == instruction
            }
        }
    }

    private struct State {
        /// Messages that find no network, and how many more of them.
        var lost: (message: Message, left: Int)?
        /// The next of these waits.
        var held: Message?
        var isHolding = false
    }

    private let state = Mutex(State())
    private let changes = Changes()

    /// The next so many messages of a kind find no network.
    func lose(_ count: Int, _ message: Message) { state.withLock { $0.lost = (message, count) } }

    /// Everything gets through again.
    func restore() { state.withLock { $0.lost = nil } }

    /// The next message of a kind waits until `release`.
    func hold(_ message: Message) { state.withLock { $0.held = message } }

    private var isHolding: Bool { state.withLock { $0.isHolding } }

    /// Waits until a message waits.
    func isMet() async { await changes.wait { self.isHolding } }

    /// Nothing waits any more.
    func release() {
        state.withLock { ($0.held, $0.isHolding) = (nil, false) }
        changes.note()
    }

    /// Whether a request gets through; one that is held waits here.
    func passes(_ request: NetworkRequest) async -> Bool {
        let (isLost, isHeld) = state.withLock { state in
            if let lost = state.lost, lost.left > 0, lost.message.isMet(by: request) {
                state.lost = (lost.message, lost.left - 1)
                return (true, false)
            }
            guard let held = state.held, held.isMet(by: request) else { return (false, false) }
            (state.held, state.isHolding) = (nil, true)
            return (false, true)
        }
        guard isHeld else { return !isLost }
        changes.note()
        await changes.wait { !self.isHolding }
        return true
    }
}
