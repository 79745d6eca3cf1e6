// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import PlatformSupport

/// A clock whose waits end as soon as they are cancelled (CLK-03), even if the phone's own wait ignores its cancellation.
///
/// The wallet waits for an answer or an instant, whichever comes first, in a task group, which ends only after all its child tasks. A wait
/// that ignores its cancellation would hold the call, such as an unlock, although the answer is there. So each wait has a task of its own.
///
/// If too many cancelled waits have not returned, a further wait fails at once, as on a clock that does not wait.
struct ClockInTime: ClockBridge {
    /// Further waits fail while this number of cancelled waits has not returned. On an honest clock these are few, each for a moment.
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

extension ClockBridge {
    /// The same clock, whose waits end as soon as they are cancelled, whatever the phone's clock does.
    package var endingCancelledWaits: any ClockBridge {
        ClockInTime(bridge: self, calls: BridgeCalls(self, maximumLeft: ClockInTime.maximumLeft))
    }
}
