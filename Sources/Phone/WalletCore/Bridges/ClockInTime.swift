// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// A clock whose waits end as soon as they are cancelled (CLK-03), even if the phone's wait ignores the cancellation or never returns.
///
/// A task group waits for all its child tasks. Without this type such a clock would hold every call that waits for an answer or for an instant,
/// whichever comes first, such as an unlock.
///
/// If too many waits hang, a further wait fails at once, and the clock counts as one that does not wait (CLK-03).
struct ClockInTime: ClockBridge {
    /// The number of hanging waits from which on every wait fails. Greater than that of the waits that an honest clock can have at a time.
    static let maximumLeft = 1000

    let bridge: any ClockBridge
    let calls: BridgeCalls

    var now: Date { bridge.now }
    var steadyNow: Date { bridge.steadyNow }

    func sleep(until deadline: Date) async throws {
        try await wait { [bridge] in try await bridge.sleep(until: deadline) }
    }

    func sleep(untilSteady deadline: Date) async throws {
        try await wait { [bridge] in try await bridge.sleep(untilSteady: deadline) }
    }

    private func wait(_ sleep: @escaping @Sendable () async throws -> Void) async throws {
        try Task.checkCancellation()
        let answer = await calls.answer(within: nil, grace: 0) { () async -> Result<Void, any Error> in
            do {
                return .success(try await sleep())
            } catch {
                return .failure(error)
            }
        }
        guard case .answered(let result) = answer else { throw CancellationError() }
        try result.get()
    }
}
