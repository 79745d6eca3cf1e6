// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The correction of a phone's clock that is wrong, for the next process.
struct StoredCorrection: Codable, Sendable, Equatable {
    /// The seconds by which the true time is ahead of the phone's clock.
    let seconds: Double
    /// The true time at which it was stored.
    let storedAt: Date

    private enum CodingKeys: String, CodingKey {
        case seconds
        case storedAt = "learntAt"
    }

    /// The age in seconds after which it is stored again, with its present time.
    static let resolution: TimeInterval = 600
}

extension StoreKey where Value == StoredCorrection {
    /// Present while the phone's clock is wrong.
    static var clockCorrection: Self { Self(.received, "clock_correction") }
}

extension WalletContext {
    /// The true time: the phone's clock while it is right, otherwise the provider's time. For everything that the wallet signs, and for the
    /// dates of credentials, status lists and documents. The ages of the phone's own records are counted by `now`.
    var trueNow: Date { time.now(by: clock) }

    /// The true time as a clock.
    var trueClock: any ClockBridge { TrueClock(time, clock) }

    /// The phone's own time at a true time, for waits by the phone's clock.
    func phoneTime(at date: Date) -> Date { date.addingTimeInterval(-time.correction(of: clock)) }

    /// Synchronises the true time with an answer that is genuine and answers the first delivery of a message.
    ///
    /// - Parameters:
    ///   - signedAt: seconds since 1970.
    ///   - sentAt: the monotonic time of the delivery.
    func synchronizeTime(to signedAt: Int64, sentAt: Date) {
        // The configuration is signed by another key: its date shows that a provider's clock, or a stolen key of the provider, is behind.
        let configured = configuration.feed.kept?.document.claims.issuedAt ?? 0
        time.synchronize(to: signedAt, sentAt: sentAt, by: clock, notBefore: configured - DocumentClaims.leeway)
        keepCorrection()
    }

    /// Stores the correction for the next process, if it is worth a write.
    private func keepCorrection() {
        guard isPresent else { return }
        let (seconds, now) = (time.correction(of: clock), trueNow)
        let stored = try? store.value(.clockCorrection)
        if seconds == 0 {
            if stored != nil { try? store.change { $0.remove(.clockCorrection) } }
            return
        }
        if let stored, abs(stored.seconds - seconds) <= TrueTime.tolerance,
            now < stored.storedAt.addingTimeInterval(StoredCorrection.resolution)
        {
            return
        }
        let correction = StoredCorrection(seconds: seconds, storedAt: now)
        // Without it, the next process synchronises later.
        try? store.change { changes throws(WalletCoreError) in try changes.set(.clockCorrection, to: correction) }
    }
}
