// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import PlatformSupport
import ProviderProtocol
import WalletConfiguration
package import WalletInterface

/// wallet_core: everything of the wallet that must be right, without a user interface. It outlives the app that is drawn over it.
///
/// The actor keeps the life cycle, the admission of calls and the composition of the parts. `OpenWallet` has the parts of one wallet; erasing the
/// wallet replaces them by fresh ones. `SharedParts` has the parts that outlive every wallet.
///
/// The platform hands over its bridges once (`initPlatformSupport`); the app initialises the core or, when it lived on, binds to it again. The
/// core starts locked. Every call says in which state it may be made and is refused in any other.
///
/// - Note: calls may come at any time and from several tasks. Conversations with the provider take turns, and each call is admitted again when its
///   turn comes.
/// - SeeAlso: the start-up document; architecture.md, *WalletCore*.
package actor WalletCore {
    let randomBytes: @Sendable (Int) -> [UInt8]
    let checkpoints: any CheckpointObserver
    /// The parts that outlive every wallet.
    nonisolated let shared: SharedParts
    /// The lock, which also outlives every wallet.
    let lockKeeper: LockKeeper

    /// The core's life cycle. It goes forward, and back only when the wallet is erased.
    enum Life {
        case waitingForPlatform
        case waitingForInitialize(PlatformBridges)
        case running(OpenWallet)
    }

    var life = Life.waitingForPlatform
    /// Whether a wallet that its user has deleted from elsewhere is still to be erased although that was tried. The core then tries again by
    /// itself.
    var isErasingOwed = false

    /// Makes a core that waits for its platform.
    ///
    /// - Parameters:
    ///   - embedded: what ships with the app: which backend to speak to, until a newer configuration is received.
    ///   - randomBytes: a source of cryptographically secure bytes: for salts, nonces and the store's data key.
    ///   - checkpoints: is told of every point at which a crash must do no harm; only the kill harness listens.
    package init(
        embedded: EmbeddedEdition, randomBytes: @escaping @Sendable (Int) -> [UInt8] = systemRandomBytes,
        checkpoints: any CheckpointObserver = NoCheckpointObserver()
    ) {
        self.randomBytes = randomBytes
        self.checkpoints = checkpoints
        shared = SharedParts(embedded, checkpoints: checkpoints)
        lockKeeper = LockKeeper(shared.configuration.state)
    }

    // MARK: Start-up

    /// Takes the platform's bridges, once per process, before anything else.
    ///
    /// - Throws: `platformAlreadySet`; the first bridges stay.
    package func initPlatformSupport(_ bridges: PlatformBridges) throws(WalletCoreError) {
        guard case .waitingForPlatform = life else {
            throw WalletCoreError(.platformAlreadySet, "the platform has handed over its bridges already")
        }
        lockKeeper.clock = bridges.clock
        life = .waitingForInitialize(bridges)
    }

    /// Whether `initialize` has succeeded in this process. An app that finds true calls `rebind`, which ends the streams of its
    /// predecessor and locks.
    package func isInitialized() -> Bool {
        guard case .running = life else { return false }
        return true
    }

    /// Opens the store and checks that it is whole and that its key is in the hardware. No network; the wallet is locked afterwards.
    ///
    /// A core that erases a revoked wallet by itself is not initialised as long. The call waits for the end of that, and then says that it is
    /// initialised already; if the erasing failed, it goes on with it, and so does the core by itself. As long as that fails, too,
    /// `determineWalletStatus` says that the wallet was revoked.
    ///
    /// - Throws: `platformMissing`, `alreadyInitialized`, or what is wrong with the store: `storeDamaged`, `storeTooNew`, `storeFull`. The
    ///   store is then as it was, and the call can be made again.
    package func initialize() async throws(WalletCoreError) {
        try await shared.providerMutex.run { () async throws(WalletCoreError) in
            try admit(.initialize)
            try await start(try bridges())
        }
    }

    /// Opens the wallet that the phone holds; in the provider's turn.
    ///
    /// - Throws: a store error. The core is then not initialised.
    func start(_ bridges: PlatformBridges) async throws(WalletCoreError) {
        let store = try await openStore(bridges)
        let wallet = OpenWallet(
            WalletContext(bridges, store, shared.configuration, lastFailure: shared.lastFailure, randomBytes: randomBytes), shared,
            lockKeeper)
        lockKeeper.onLock = { [weak wallet] in wallet?.hide() }
        try await shared.configuration.feed.open(bridges, store)
        try await wallet.updatePolicy.start()
        lockKeeper.chosenInactivity = try store.value(.inactivityTimeout)
        // A process that ended before the PIN had confirmed a key, or before it had forgotten one, has left it.
        if try store.value(.biometrics) == nil { await bridges.biometrics.deleteKey() }
        let stored = try store.value(.walletStatus)
        if let stored { wallet.status.countAge(of: stored) }
        let status = stored?.status ?? .active
        applyConfiguration(at: bridges.clock.now)
        lockKeeper.state.set(.locked(status.isRevoked ? .refused : .notUnlockedYet))
        shared.status.status.set(status)
        if try store.value(.registration) != nil { eraser(bridges).reserve.keep() }
        life = .running(wallet)
        isErasingOwed = false
        wallet.updatePolicy.isStarted = true
        wallet.registrar.forgetDeadRegistration()
        wakeAtLaunch()
    }

    /// Gets a core that lived on ready for another app: the wallet is locked, which the app before may still hear, its streams end, and the
    /// configuration, the update policy and the wallet's status are asked for, as at every launch. May be called in any state.
    package func rebind() {
        lock(because: .rebound)
        clearLockStream()
        clearConfigurationStream()
        clearUpdatePolicyStream()
        clearWalletStatusStream()
        clearCardsStream()
        wakeAtLaunch()
    }

    /// Asks for everything that an app needs at its launch.
    private func wakeAtLaunch() {
        askAtLaunch()
        for timer in [shared.configuration.timer, shared.updatePolicy.timer, shared.status.timer, shared.deregistrationTimer] {
            timer.wake()
        }
    }

    /// Runs the core's background tasks until the task is cancelled: it keeps the lock's deadlines, deletes keys that no PIN confirmed, asks for
    /// newer configurations, update policies and the wallet's status, ends the accounts of erased wallets, and checks stored cards. The process
    /// runs it beside the app, from `initPlatformSupport` on; a user interface that comes and goes does not touch it.
    ///
    /// - Throws: `platformMissing`.
    package func run() async throws(WalletCoreError) {
        let clock = try bridges().clock
        await withTaskGroup { group in
            group.addTask { await self.keepLock(by: clock) }
            group.addTask { await self.keepBiometricKey(by: clock) }
            group.addTask { await self.keepConfiguration(by: clock) }
            group.addTask { await self.keepUpdatePolicy(by: clock) }
            group.addTask { await self.keepWalletStatus(by: clock) }
            group.addTask { await self.keepDeregistrations(by: clock) }
            group.addTask { await self.keepCardStatuses(by: clock) }
            group.addTask { await self.keepCardsChecked(by: clock) }
        }
    }

    /// The bridges.
    ///
    /// - Throws: `platformMissing`.
    func bridges() throws(WalletCoreError) -> PlatformBridges {
        switch life {
        case .waitingForPlatform: throw WalletCoreError(.platformMissing, "the platform has not handed over its bridges")
        case .waitingForInitialize(let bridges): return bridges
        case .running(let wallet): return wallet.context.bridges
        }
    }

    /// The open wallet.
    ///
    /// - Throws: `platformMissing`, `notInitialized`.
    func wallet() throws(WalletCoreError) -> OpenWallet {
        guard case .running(let wallet) = life else {
            _ = try bridges()
            throw WalletCoreError(.notInitialized, "the core is not initialised")
        }
        return wallet
    }

    // MARK: What there is

    /// Whether a remote PIN is set up (UC1.2/2.4).
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func hasRemotePIN() throws(WalletCoreError) -> Bool {
        try admitted(.hasRemotePIN).store.value(.registration) != nil
    }

    /// Whether the wallet holds a PID (UC2.3/1.5).
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func hasPID() throws(WalletCoreError) -> Bool {
        try admitted(.hasPID).store.value(.pid) != nil
    }

    /// Whether the device is rooted or jailbroken (UC1.2/2.2). May be asked before `initialize`.
    ///
    /// - Throws: `platformMissing`.
    package func isDeviceRooted() async throws(WalletCoreError) -> Bool {
        try admit(.isDeviceRooted)
        return try await bridges().utilities.isDeviceRooted()
    }

    /// What the phone's sensor can do now (UC2.1/1.2): nothing while the configuration has biometric unlock switched off. May be asked before
    /// `initialize`.
    ///
    /// - Throws: `platformMissing`.
    package func biometricAvailability() async throws(WalletCoreError) -> BiometricAvailability {
        try admit(.biometricAvailability)
        let availability = try await bridges().biometrics.availability()
        return shared.configuration.document.features.biometricUnlock ? availability : .unsupported
    }
}
