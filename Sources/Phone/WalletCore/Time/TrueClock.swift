// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// The phone's clock, corrected by the provider's signed time. Its monotonic time is the phone's.
struct TrueClock: ClockBridge {
    private let time: TrueTime
    private let phone: any ClockBridge

    init(_ time: TrueTime, _ phone: any ClockBridge) {
        self.time = time
        self.phone = phone
    }

    var now: Date { time.now(by: phone) }
    var steadyNow: Date { phone.steadyNow }

    func sleep(until deadline: Date) async throws {
        try await phone.sleep(untilSteady: phone.steadyNow.addingTimeInterval(deadline.timeIntervalSince(now)))
    }

    func sleep(untilSteady deadline: Date) async throws { try await phone.sleep(untilSteady: deadline) }
}
