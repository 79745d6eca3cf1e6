// SPDX-License-Identifier: EUPL-1.2

import CWalletHost
import Foundation
import PlatformSupport

/// The host's clocks. Waiting is also the host's task, because only the host notices that its clock is set.
struct HostClock: ClockBridge {
    enum Kind: String, Encodable {
        case wall, steady

        var number: Int32 {
            switch self {
            case .wall: Int32(WALLET_WALL_CLOCK)
            case .steady: Int32(WALLET_STEADY_CLOCK)
            }
        }
    }

    private struct Wait: Encodable {
        let clock: Kind
        /// Seconds, as the callback `time` returns them.
        let until: Double
    }

    let callbacks: HostCallbacks
    let calls: HostCalls

    var now: Date { Date(timeIntervalSince1970: callbacks.time(of: .wall)) }

    var steadyNow: Date { Date(timeIntervalSinceReferenceDate: callbacks.time(of: .steady)) }

    func sleep(until deadline: Date) async throws { try await wait(Wait(clock: .wall, until: deadline.timeIntervalSince1970)) }

    func sleep(untilSteady deadline: Date) async throws {
        try await wait(Wait(clock: .steady, until: deadline.timeIntervalSinceReferenceDate))
    }

    private func wait(_ wait: Wait) async throws {
        try Task.checkCancellation()
        guard wait.until > callbacks.time(of: wait.clock) else { return }
        do {
            _ = try await calls.call("clock.sleep", wait, isCancellable: true) as Bool
        } catch {
            throw CancellationError()
        }
    }
}
