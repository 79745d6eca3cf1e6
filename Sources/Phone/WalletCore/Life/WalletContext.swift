// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The shared context of an open wallet's parts: the phone's bridges, the store and the configuration in force.
final class WalletContext {
    let bridges: PlatformBridges
    let store: SealedStore
    let configuration: ConfigurationKeeper
    let lastFailure: LastFailure
    let time: TrueTime
    let randomBytes: @Sendable (Int) -> [UInt8]
    /// False as soon as the wallet is being erased. Code checks it after a wait and before it changes state that outlives the wallet.
    private(set) var isPresent = true

    init(
        _ bridges: PlatformBridges, _ store: SealedStore, _ configuration: ConfigurationKeeper, lastFailure: LastFailure, time: TrueTime,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.bridges = bridges
        self.store = store
        self.configuration = configuration
        self.lastFailure = lastFailure
        self.time = time
        self.randomBytes = randomBytes
    }

    /// Marks the wallet as erased.
    func leave() { isPresent = false }

    var clock: any ClockBridge { bridges.clock }
    /// The phone's wall-clock time, which may be wrong; `trueNow` is the corrected time.
    var now: Date { bridges.clock.possibleNow }
    var features: FeatureSettings { configuration.document.features }

    /// A client for the configured provider.
    var provider: ProviderClient {
        ProviderClient(
            network: bridges.network, provider: configuration.document.provider, lastFailure: lastFailure,
            onUnknownKey: { [timer = configuration.timer] in timer.wake() })
    }

    var maximumStatusAge: TimeInterval { TimeInterval(features.walletStatusMaximumAgeSeconds) }
    /// The time zone in which the issuer of PIDs counts days.
    var issuerZone: TimeZone { configuration.issuerZone }

    /// The wallet's registration.
    ///
    /// - Throws: `notRegistered` or a store error.
    func registration() throws(WalletCoreError) -> Registration {
        guard let registration = try store.value(.registration) else {
            throw WalletCoreError(.notRegistered, "there is no remote PIN")
        }
        return registration
    }

    /// True if the user has written the deletion code down.
    ///
    /// - Throws: `notRegistered` or a store error.
    func isRevocationCodeConfirmed() throws(WalletCoreError) -> Bool { try revocationCode().isConfirmed }

    /// The stored deletion code.
    ///
    /// - Throws: `notRegistered` or a store error.
    func revocationCode() throws(WalletCoreError) -> StoredRevocationCode {
        guard let stored = try store.value(.revocationCode) else { throw WalletCoreError(.notRegistered, "there is no remote PIN") }
        return stored
    }
}
