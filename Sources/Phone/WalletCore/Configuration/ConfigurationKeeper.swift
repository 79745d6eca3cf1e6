// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The configuration in force, and the feed that fetches newer configurations. The keeper outlives every wallet.
struct ConfigurationKeeper: Sendable {
    let embedded: EmbeddedEdition
    /// The configuration in force.
    let state: ObservedValue<AppConfiguration>
    let feed: DocumentFeed<ConfigurationDocument>
    /// Wakes `Core.keepConfiguration`.
    let timer = RestartableTimer()

    init(_ embedded: EmbeddedEdition, checkpoints: any CheckpointObserver) {
        self.embedded = embedded
        state = ObservedValue(AppConfiguration(document: embedded.configuration, version: embedded.version, source: .embedded))
        feed = DocumentFeed(.configuration, trusting: embedded.configurationTrust, above: embedded.version, checkpoints: checkpoints)
    }

    var document: ConfigurationDocument { state.value.document }

    /// The time zone in which the issuer of PIDs counts days: that of the configuration in force, else that of the edition that ships with
    /// the app, else UTC. A zone that this phone does not know counts as missing.
    var issuerZone: TimeZone {
        let names = [document, embedded.configuration].compactMap { $0.pid?.timeZone }
        return names.compactMap { TimeZone(identifier: $0) }.first ?? .gmt
    }

    /// Puts the newest configuration into force. A configuration that has expired by the true time stays in force and is marked `expired`.
    func apply(at now: Date) {
        guard let kept = feed.kept else {
            return state.set(AppConfiguration(document: embedded.configuration, version: embedded.version, source: .embedded))
        }
        let isExpired = Int64(now.timeIntervalSince1970) >= kept.document.claims.expiresAt
        state.set(
            AppConfiguration(
                document: kept.document.contents, version: kept.document.version, source: isExpired ? .expired : .received))
    }

    /// The monotonic time at which the configuration in force expires; nil if it does not expire or has expired.
    ///
    /// - Parameter now: the true time.
    func expiry(by clock: any ClockBridge, at now: Date) -> Date? {
        guard state.value.source == .received, let kept = feed.kept else { return nil }
        let expiry = Date(timeIntervalSince1970: TimeInterval(kept.document.claims.expiresAt))
        return clock.steadyNow.addingTimeInterval(expiry.timeIntervalSince(now))
    }

    /// The addresses of a service: the configured address, then the embedded address as fallback.
    func addresses(_ service: KeyPath<Services, ServiceAddress>) -> [ServiceAddress] {
        let configured = document.services[keyPath: service]
        let embedded = embedded.configuration.services[keyPath: service]
        return configured == embedded ? [configured] : [configured, embedded]
    }
}
