// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration

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

    /// Puts the newest configuration into force.
    func applyConfiguration(at now: Date) async {
        let next: AppConfiguration
        if let kept = await configurationFeed.kept {
            let isExpired = Int64(now.timeIntervalSince1970) >= kept.document.claims.expiresAt
            next = AppConfiguration(
                document: kept.document.contents, version: kept.document.version, source: isExpired ? .expired : .received)
        } else {
            next = AppConfiguration(document: embedded.configuration, version: embedded.version, source: .embedded)
        }
        configurationState.set(next)
        enforceLock()
        lockAlarm.ring()
    }

    /// Asks once for a newer configuration and puts it into force.
    func pollConfiguration(by clock: any ClockBridge) async -> DocumentFeed<ConfigurationDocument>.Poll {
        let poll = await configurationFeed.poll(addresses(\.configuration))
        await applyConfiguration(at: clock.now)
        return poll
    }

    /// Asks for newer configurations until the task is cancelled.
    func keepConfiguration(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            if isInitialized() {
                _ = await pollConfiguration(by: clock)
            }
            await configurationAlarm.wait(
                until: isInitialized()
                    ? await nextPoll(of: configurationFeed, every: configuration.features.configurationPollSeconds, clock) : nil,
                by: clock)
        }
    }

    /// Where a service is: as configured and, when that does not answer, as the embedded edition says.
    func addresses(_ service: KeyPath<Services, ServiceAddress>) -> [ServiceAddress] {
        let configured = configuration.services[keyPath: service]
        let embedded = embedded.configuration.services[keyPath: service]
        return configured == embedded ? [configured] : [configured, embedded]
    }

    /// When a feed is to be asked next.
    func nextPoll<Contents>(of feed: DocumentFeed<Contents>, every seconds: Int, _ clock: any ClockBridge) async -> Date {
        clock.now.addingTimeInterval(await feed.schedule.delay(interval: TimeInterval(seconds), chance: chance()))
    }

    /// A chance for a schedule: 0 ..< 1.
    func chance() -> Double {
        Double(randomBytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) / 4_294_967_296
    }
}
