// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension Core {
    /// Observes the configuration: the configuration now in force, then every change.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setConfigurationStream() throws(WalletCoreError) -> AsyncStream<AppConfiguration> {
        try admit(.setConfigurationStream)
        return try shared.configuration.state.observe()
    }

    /// Ends the configuration stream. Can be called in any state.
    package func clearConfigurationStream() {
        shared.configuration.state.clear()
    }

    // MARK: Inside

    /// Puts the newest configuration into force and applies its lock periods immediately.
    func applyConfiguration(at now: Date) {
        shared.configuration.apply(at: now)
        lockKeeper.applyPeriods()
    }

    /// Requests a newer configuration once and puts it into force.
    func pollConfiguration(by clock: any ClockBridge) async -> DocumentFeed<ConfigurationDocument>.Poll {
        let poll = await shared.configuration.feed.poll(shared.configuration.addresses(\.configuration))
        applyConfiguration(at: shared.time.now(by: clock))
        return poll
    }
}
