// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues
package import PlatformSupport
import ProviderProtocol
import WalletConfiguration
package import WalletInterface

/// wallet_core: the security-critical logic of the wallet, without a user interface. It outlives the app's user interface.
///
/// The actor contains the life cycle, the admission of calls and the composition of the parts. `OpenWallet` contains the parts of one
/// wallet; an erasure replaces them by new parts. `SharedParts` contains the parts that outlive every wallet.
///
/// The platform passes its bridges once (`initPlatformSupport`). The app then initialises the core or, if the core is already initialised,
/// rebinds to it. The core starts locked. Each call declares the states in which it is admitted and is refused in any other.
///
/// - Note: calls can come at any time and from several tasks. Requests to the provider are serialised, and each call is checked for
///   admission again after its wait.
/// - SeeAlso: Documentation/FunctionalDesign/startup.md; WalletCore.docc.
package actor Core {
    let randomBytes: @Sendable (Int) -> [UInt8]
    let checkpoints: any CheckpointObserver
    /// The parts that outlive every wallet.
    nonisolated let shared: SharedParts
    /// The lock, which also outlives every wallet.
    let lockKeeper: LockKeeper

    /// The core's life cycle. The life cycle moves forward, and back only when the wallet is erased.
    enum Life {
        case waitingForPlatform
        case waitingForInitialize(PlatformBridges)
        case running(OpenWallet)
    }

    var life = Life.waitingForPlatform
    /// True if the erasure of a remotely deleted wallet has failed. The core retries it in the background.
    var isErasingPending = false

    /// The budget of PF1.4/1.1, in seconds.
    package static let standardAnswerBudget: TimeInterval = WalletEngine.standardAnswerBudget / .seconds(1)

    /// Makes a core that waits for its platform.
    ///
    /// - Parameters:
    ///   - embedded: the configuration that ships with the app, used until a newer configuration is received.
    ///   - answerBudget: the longest wait of the app for update policy and wallet status, in seconds. A demo on a busy machine waits
    ///     longer.
    ///   - randomBytes: a source of cryptographically secure bytes for salts, nonces and the store's data key.
    ///   - checkpoints: notified at every point at which a crash must do no harm; only the kill harness uses it.
    package init(
        embedded: EmbeddedEdition, answerBudget: TimeInterval = standardAnswerBudget,
        randomBytes: @escaping @Sendable (Int) -> [UInt8] = systemRandomBytes,
        checkpoints: any CheckpointObserver = NoCheckpointObserver()
    ) {
        self.randomBytes = randomBytes
        self.checkpoints = checkpoints
        shared = SharedParts(embedded, answerBudget: answerBudget, checkpoints: checkpoints)
        lockKeeper = LockKeeper(shared.configuration.state)
    }

    // MARK: Start-up

    /// Takes the platform's bridges, once per process, before any other call.
    ///
    /// From here on every asynchronous call of a bridge has a time limit, so that a bridge that never answers leads to an error.
    ///
    /// - Parameter limitClock: measures these limits; nil for the bridges' own clock.
    /// - Throws: `platformAlreadySet`; the first bridges stay.
    package func initPlatformSupport(_ bridges: PlatformBridges, limitsBy limitClock: (any ClockBridge)? = nil) throws(WalletCoreError) {
        guard case .waitingForPlatform = life else {
            throw WalletCoreError(.platformAlreadySet, "the platform has handed over its bridges already")
        }
        let bridges = bridges.answeringInTime(by: limitClock ?? bridges.clock)
        lockKeeper.clock = bridges.clock
        life = .waitingForInitialize(bridges)
    }

    /// True if `initialize` has succeeded in this process. The app must then call `rebind`, which ends the previous app's streams and
    /// locks.
    package func isInitialized() -> Bool {
        guard case .running = life else { return false }
        return true
    }

    /// Opens the store and checks that it is complete and that its key is in the hardware. Uses no network; the wallet is then locked.
    ///
    /// While the core erases a revoked wallet, it is not initialised. The call then waits for the end of the erasure and throws
    /// `alreadyInitialized`. If the erasure has failed, the call retries it, as the core does in the background. As long as it fails,
    /// `determineWalletStatus` returns the revocation.
    ///
    /// - Throws: `platformMissing`, `alreadyInitialized`, `notAvailableYet` before the phone is first unlocked, or an error of the store:
    ///   `storeDamaged`, `storeOfOtherPhone`, `storeTooNew`, `storeFull`, `hardwareFailed`. The store is then unchanged, and the call can
    ///   be repeated.
    package func initialize() async throws(WalletCoreError) {
        try await shared.providerMutex.run { () async throws(WalletCoreError) in
            try admit(.initialize)
            try await start(try bridges())
        }
    }

    /// Opens the phone's wallet, in the provider's mutex.
    ///
    /// - Throws: a store error. The core is then not initialised.
    func start(_ bridges: PlatformBridges) async throws(WalletCoreError) {
        let store = try await openStore(bridges)
        let wallet = OpenWallet(
            WalletContext(
                bridges, store, shared.configuration, lastFailure: shared.lastFailure, time: shared.time, randomBytes: randomBytes),
            shared, lockKeeper)
        lockKeeper.onLock = { [weak wallet] in wallet?.hide() }
        wallet.status.onRevocation = { [weak wallet, farewell = shared.farewellTimer] in
            wallet?.sharing.endForRevocation()
            farewell.wake()
        }
        if let known = try? store.value(.clockCorrection) { shared.time.assume(known, by: bridges.clock) }
        try await shared.configuration.feed.open(bridges, store, shared.time)
        try await wallet.updatePolicy.start()
        lockKeeper.chosenInactivity = try store.value(.inactivityTimeout)
        // An earlier process may have left an unconfirmed or disabled key.
        if try store.value(.biometrics) == nil { await bridges.biometrics.deleteKey() }
        let stored = try store.value(.walletStatus)
        if let stored { wallet.status.countAge(of: stored) }
        let status = stored?.status ?? .active
        applyConfiguration(at: shared.time.now(by: bridges.clock))
        lockKeeper.state.set(.locked(status.isRevoked ? .refused : .notUnlockedYet))
        shared.status.status.set(status)
        if try store.value(.registration) != nil { eraser(bridges).reserve.keep() }
        life = .running(wallet)
        isErasingPending = false
        wallet.updatePolicy.isStarted = true
        wallet.registrar.forgetDeadRegistration()
        wakeAtLaunch()
    }

    /// Prepares an initialised core for a new user interface: locks the wallet, which the previous user interface may still observe, ends
    /// the streams and a session of sharing without an answer, and requests the configuration, the update policy and the wallet's status, as
    /// at every launch. Can be called in any state.
    package func rebind() {
        lock(because: .rebound)
        if case .running(let wallet) = life { wallet.sharing.forget() }
        clearLockStream()
        clearConfigurationStream()
        clearUpdatePolicyStream()
        clearWalletStatusStream()
        clearCardsStream()
        wakeAtLaunch()
    }

    /// Sends all requests of an app's launch.
    private func wakeAtLaunch() {
        askAtLaunch()
        for timer in [shared.configuration.timer, shared.updatePolicy.timer, shared.status.timer, shared.deregistrationTimer] {
            timer.wake()
        }
    }

    /// Runs the core's background tasks until the task is cancelled: enforces the lock's deadlines, deletes unconfirmed keys, polls for
    /// configurations, update policies and the wallet's status, deregisters erased wallets, tells verifiers of ended sessions, and
    /// checks stored cards. The process runs it beside the app, from `initPlatformSupport` on; it is independent of the user interface.
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
            group.addTask { await self.tellVerifiers(by: clock) }
            group.addTask { await self.keepCardStatuses(by: clock) }
            group.addTask { await self.keepCardsChecked(by: clock) }
        }
    }

    /// - Throws: `platformMissing`.
    func bridges() throws(WalletCoreError) -> PlatformBridges {
        switch life {
        case .waitingForPlatform: throw WalletCoreError(.platformMissing, "the platform has not handed over its bridges")
        case .waitingForInitialize(let bridges): return bridges
        case .running(let wallet): return wallet.context.bridges
        }
    }

    /// - Throws: `platformMissing`, `notInitialized`.
    func wallet() throws(WalletCoreError) -> OpenWallet {
        guard case .running(let wallet) = life else {
            _ = try bridges()
            throw WalletCoreError(.notInitialized, "the core is not initialised")
        }
        return wallet
    }

    // MARK: Contents

    /// True if a remote PIN is set up (UC1.2/2.4).
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func hasRemotePIN() throws(WalletCoreError) -> Bool {
        try admitted(.hasRemotePIN).store.value(.registration) != nil
    }

    /// True if the wallet contains a PID (UC2.3/1.5).
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func hasPID() throws(WalletCoreError) -> Bool {
        try admitted(.hasPID).store.value(.pid) != nil
    }

    /// True if the device is rooted or jailbroken (UC1.2/2.2). Can be called before `initialize`.
    ///
    /// - Throws: `platformMissing`; `hardwareFailed` if the phone does not answer.
    package func isDeviceRooted() async throws(WalletCoreError) -> Bool {
        try admit(.isDeviceRooted)
        return try await bridges().utilities.isDeviceRootedInTime()
    }

    /// The availability of the phone's biometric sensor (UC2.1/1.2); `unsupported` if the configuration disables biometric unlock. Can be
    /// called before `initialize`.
    ///
    /// - Throws: `platformMissing`.
    package func biometricAvailability() async throws(WalletCoreError) -> BiometricAvailability {
        try admit(.biometricAvailability)
        let availability = try await bridges().biometrics.availability()
        return shared.configuration.document.features.biometricUnlock ? availability : .unsupported
    }
}
