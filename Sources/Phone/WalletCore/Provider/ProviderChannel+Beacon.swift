// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// A beacon of the provider, which instructions contain as their challenge. Until it is too old, any number of messages may contain it.
struct Beacon: Sendable, Equatable {
    let text: String
    /// The time of receipt in monotonic time, like the timer of the next prefetch.
    let receivedAt: Date

    /// True if it may be used now.
    func isFresh(at now: Date) -> Bool { (0..<BeaconLifetime.seconds).contains(now.timeIntervalSince(receivedAt)) }
}

extension ProviderChannel {
    /// Fetches a beacon unless the stored beacon is fresh. Also forgets expired messages, because a PIN may never be entered.
    func prepareBeacon(timeout: Duration) async throws(WalletCoreError) {
        forgetExpired()
        if beacon?.isFresh(at: context.clock.steadyNow) != true { _ = try await fetchBeacon(timeout: timeout) }
    }

    /// Returns the stored beacon while it is fresh, otherwise a new beacon.
    func freshBeacon(timeout: Duration) async throws(WalletCoreError) -> String {
        if let beacon, beacon.isFresh(at: context.clock.steadyNow) { return beacon.text }
        return try await fetchBeacon(timeout: timeout)
    }

    private func fetchBeacon(timeout: Duration) async throws(WalletCoreError) -> String {
        // The age counts from before the request, because the provider made the beacon after the request was sent.
        let now = context.clock.steadyNow
        switch await context.provider.get(.beacon, timeout: timeout) {
        case .answered(.done(let body)):
            let text = try context.provider.beacon(in: body)
            beacon = Beacon(text: text, receivedAt: now)
            return text
        case .answered(.refused(let problem)): throw WalletCoreError(.serverUnreachable, "the provider gives no beacon: \(problem.type)")
        case .notSent(let error), .unanswered(let error): throw error
        }
    }
}
