// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Observes the configuration: the one in force now, then every other.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setConfigurationStream() throws(WalletCoreError) -> AsyncStream<AppConfiguration> {
        try admit(.setConfigurationStream)
        return try configurationState.observe()
    }

    /// Ends the configuration stream, if there is one. May be called in any state.
    package func clearConfigurationStream() {
        configurationState.clear()
    }

    // MARK: Inside

    /// The configuration in force.
    nonisolated var configuration: ConfigurationDocument { configurationState.value.document }

    /// Whether face or finger may open wallets now; a preference of the user stays through the time in which they may not.
    nonisolated var isBiometricUnlockOffered: Bool { configuration.features.biometricUnlock }

    /// Puts the newest configuration into force. Whether it has expired is judged by the phone's clock: it only marks it.
    func applyConfiguration(at now: Date) {
        let next: AppConfiguration
        if let kept = configurationFeed.kept {
            let isExpired = Int64(now.timeIntervalSince1970) >= kept.document.claims.expiresAt
            next = AppConfiguration(
                document: kept.document.contents, version: kept.document.version, source: isExpired ? .expired : .received)
        } else {
            next = AppConfiguration(document: embedded.configuration, version: embedded.version, source: .embedded)
        }
        configurationState.set(next)
        enforceLock()
        lockWaitTimer.wake()
    }

    /// Asks once for a newer configuration and puts it into force.
    func pollConfiguration(by clock: any ClockBridge) async -> DocumentFeed<ConfigurationDocument>.Poll {
        let poll = await configurationFeed.poll(addresses(\.configuration))
        applyConfiguration(at: clock.now)
        return poll
    }

    /// Asks for newer configurations, and marks one that expires, until the task is cancelled.
    func keepConfiguration(by clock: any ClockBridge) async {
        polls: while !Task.isCancelled {
            configurationTimer.clearWake()
            guard isInitialized() else {
                await configurationTimer.wait(untilSteady: nil, by: clock)
                continue
            }
            _ = await pollConfiguration(by: clock)
            let next = await nextPoll(of: configurationFeed, every: configuration.features.configurationPollSeconds, clock)
            // Between two polls its time may be over.
            while let expiry = configurationExpiry(by: clock), expiry < next, !Task.isCancelled {
                if await configurationTimer.wait(untilSteady: expiry, by: clock) { continue polls }
                applyConfiguration(at: clock.now)
            }
            await configurationTimer.wait(untilSteady: next, by: clock)
        }
    }

    /// When the configuration in force expires, in steady time; nil when it does not, or has.
    private func configurationExpiry(by clock: any ClockBridge) -> Date? {
        guard configurationState.value.source == .received, let kept = configurationFeed.kept else { return nil }
        let expiry = Date(timeIntervalSince1970: TimeInterval(kept.document.claims.expiresAt))
        return clock.steadyNow.addingTimeInterval(expiry.timeIntervalSince(clock.now))
    }

    /// Where a service is: as configured and, when that does not answer, as the embedded edition says.
    func addresses(_ service: KeyPath<Services, ServiceAddress>) -> [ServiceAddress] {
        let configured = configuration.services[keyPath: service]
        let embedded = embedded.configuration.services[keyPath: service]
        return configured == embedded ? [configured] : [configured, embedded]
    }

    /// When a feed is to be asked next, in steady time: polls go on whatever the phone's clock is set to.
    func nextPoll<Contents>(of feed: DocumentFeed<Contents>, every seconds: Int, _ clock: any ClockBridge) async -> Date {
        clock.steadyNow.addingTimeInterval(await feed.schedule.delay(interval: TimeInterval(seconds), chance: chance()))
    }

    /// A chance for a schedule: 0 ..< 1.
    func chance() -> Double {
        Double(randomBytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) / 4_294_967_296
    }
}
