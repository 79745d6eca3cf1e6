// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
package import PlatformSupport
import ProviderProtocol
import WalletConfiguration
package import WalletInterface

/// wallet_core: everything of the wallet that must be right, without a user interface. It outlives the app that is drawn over it.
///
/// The platform hands over its bridges once (`initPlatformSupport`); the app initialises the core or, when it lived on, binds to it again. The
/// core starts locked. Every call says in which state it may be made and is refused in any other.
///
/// - Note: calls may come at any time and from several tasks. What speaks to the provider is done one after the other, and each looks at the
///   state anew when its turn comes.
/// - SeeAlso: the start-up document; architecture.md, *WalletCore*.
package actor WalletCore {
    let embedded: EmbeddedEdition
    let randomBytes: @Sendable (Int) -> [UInt8]
    let checkpoints: any CheckpointObserver

    /// What the core works with once it is initialised.
    struct Running: Sendable {
        let bridges: PlatformBridges
        let store: SealedStore
        let configuration: ObservedValue<AppConfiguration>
        let lastFailure: LastFailure
        /// Asks for a newer configuration at once.
        let configurationTimer: RestartableTimer

        /// Speaks to the provider that is configured now.
        var provider: ProviderClient {
            ProviderClient(
                network: bridges.network, provider: configuration.value.document.provider, lastFailure: lastFailure,
                onUnknownKey: { [configurationTimer] in configurationTimer.wake() })
        }
    }

    /// Where the core is in its life; it goes forward, and back only when the wallet is wiped.
    enum Life {
        case waitingForPlatform
        case waitingForInitialize(PlatformBridges)
        case running(Running)
    }

    var life = Life.waitingForPlatform

    /// Conversations with the provider: one at a time, so that sequence numbers arrive in their order.
    let providerMutex = AsyncMutex()
    /// Conversations with an issuer: one at a time. Within one the provider's turn is taken for each message to it.
    let issuanceMutex = AsyncMutex()
    /// Scans: one at a time.
    let sensorMutex = AsyncMutex()

    /// The challenges fetched ahead, by what they are for.
    var preparedChallenges: [Instruction: PreparedChallenge] = [:]
    /// What was sent with a PIN's proof and has no answer yet, by what it is.
    var unanswered: [Instruction: PendingInstruction] = [:]
    /// Keys that the issuance under way has asked the provider for: no card has them yet, and nobody else may delete them.
    var keysUnderWay: Set<WalletKeyID> = []
    /// When the right PIN was entered last in this process, in steady time.
    var rightPINAt: Date?
    /// How many wrong PINs were entered in this process since the wallet was opened last.
    var wrongTriesHere = 0
    /// The newest failure of the provider that has a name.
    nonisolated let lastFailure = LastFailure()
    /// Whether the provider has rejected a check. A PIN change that this phone does not know is one reason for it: the next PIN settles.
    var wasCheckRejected = false

    // MARK: Lock

    /// Whether the wallet's data can be seen.
    let lockState = ObservedValue(LockState.locked(.notUnlockedYet), isMerging: false)
    /// Runs while the wallet is unlocked.
    var lockTimer: LockTimer?
    /// Raised by every lock: an unlock that began before does not count any more.
    var lockEpoch = 0
    /// Wakes `keepLock`.
    let lockWaitTimer = RestartableTimer()
    /// Whether the app is off the glass.
    var isInBackground = false
    /// The user's own time without activity, in seconds.
    var chosenInactivity: TimeInterval?

    // MARK: Biometrics

    /// What a scan has proven and the PIN is still to confirm.
    var provenBiometrics: ProvenBiometrics?
    /// Raised whenever that is dropped: a scan that began before proves nothing any more.
    var biometricsEpoch = 0
    /// Wakes `keepBiometricKey`.
    let biometricKeyTimer = RestartableTimer()

    // MARK: Configuration and update policy

    /// The configuration in force.
    nonisolated let configurationState: ObservedValue<AppConfiguration>
    let configurationFeed: DocumentFeed<ConfigurationDocument>
    /// Wakes `keepConfiguration`.
    let configurationTimer = RestartableTimer()

    /// What the update policy says of this version.
    let updateVerdict = ObservedValue(UpdateVerdict.ok)
    let updatePolicyFeed: DocumentFeed<UpdatePolicy>
    /// Wakes `keepUpdatePolicy`.
    let updatePolicyTimer = RestartableTimer()
    /// The question for a newer policy that callers wait for at a launch.
    nonisolated let policyQuestion = TimedQuestion()
    /// When the verdict changes by itself, by the time that the policy is judged by.
    var verdictChangesAt: Date?
    /// When the newest policy expires; nil when there never was one.
    var policyExpiresAt: Date?
    /// The time that the policy is judged by.
    var policyTime: PolicyTime?

    // MARK: Cards

    /// What may be seen of the cards.
    let cardsState = ObservedValue(Cards.hidden)
    /// The list of cards as it was read last, and what it was sealed in. Only while the wallet is open.
    var cardList: (sealed: Data, entries: [CardEntry])?
    /// Whether all that is stored of a card can be read, of each that was looked at in this process.
    var cardChecks: [CardID: Bool] = [:]
    /// Wakes `keepCardsChecked`.
    let cardCheckTimer = RestartableTimer()
    /// The status lists that were fetched, by their address.
    var statusLists: [String: CachedStatusList] = [:]
    /// Wakes `keepCardStatuses`.
    let cardStatusTimer = RestartableTimer()

    // MARK: Wallet status and wipe

    /// What is known of the wallet's status.
    let walletStatus = ObservedValue(WalletStatus.active)
    /// When it was learnt: by the phone's clock, as it is stored, and in steady time.
    var statusLearnt: (shown: Date, steady: Date)?
    /// Whether it is to be asked for, however young it is.
    var isStatusWanted = false
    /// Whether a wallet that its user has deleted from elsewhere is still to be erased although that was tried. Nobody can use the core as long,
    /// so `keepWalletStatus` goes on with it.
    var isErasingOwed = false
    /// Wakes `keepWalletStatus`.
    let walletStatusTimer = RestartableTimer()
    /// The question for the status that callers wait for at a launch and after a scan.
    nonisolated let statusQuestion = TimedQuestion()
    /// Wakes `retryDeregistrations`.
    let deregistrationTimer = RestartableTimer()

    /// Makes a core that waits for its platform.
    ///
    /// - Parameters:
    ///   - embedded: what ships with the app: which backend to speak to, until a newer configuration is received.
    ///   - randomBytes: a source of cryptographically secure bytes: for salts, nonces and the store's data key.
    ///   - checkpoints: is told of every point at which a crash must do no harm; nobody but the kill harness listens.
    package init(
        embedded: EmbeddedEdition, randomBytes: @escaping @Sendable (Int) -> [UInt8] = systemRandomBytes,
        checkpoints: any CheckpointObserver = NoCheckpointObserver()
    ) {
        self.checkpoints = checkpoints
        self.embedded = embedded
        configurationState = ObservedValue(
            AppConfiguration(document: embedded.configuration, version: embedded.version, source: .embedded))
        configurationFeed = DocumentFeed(
            .configuration, trusting: embedded.configurationTrust, above: embedded.version, checkpoints: checkpoints)
        updatePolicyFeed = DocumentFeed(.updatePolicy, trusting: embedded.updatePolicyTrust, above: 0, checkpoints: checkpoints)
        self.randomBytes = randomBytes
    }

    // MARK: Start-up

    /// Takes the platform's bridges, once per process, before anything else.
    ///
    /// - Throws: `platformAlreadySet`; the first bridges stay.
    package func initPlatformSupport(_ bridges: PlatformBridges) throws(WalletCoreError) {
        guard case .waitingForPlatform = life else {
            throw WalletCoreError(.platformAlreadySet, "the platform has handed over its bridges already")
        }
        life = .waitingForInitialize(bridges)
    }

    /// Whether `initialize` has succeeded in this process. An app that finds true calls `rebind`, which ends the streams of its predecessor and locks.
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
        try await providerMutex.run { () async throws(WalletCoreError) in
            try admit(.initialize)
            try await start(try bridges())
        }
    }

    /// Gets ready to work with what the phone holds; in the provider's turn.
    ///
    /// - Throws: a store error. The core is then not initialised.
    func start(_ bridges: PlatformBridges) async throws(WalletCoreError) {
        let store = try await openStore(bridges)
        let running = Running(
            bridges: bridges, store: store, configuration: configurationState, lastFailure: lastFailure,
            configurationTimer: configurationTimer)
        try await configurationFeed.open(bridges, store)
        try await startPolicy(running)
        chosenInactivity = try store.value(.inactivityTimeout)
        // A process that ended before the PIN had confirmed a key, or before it had forgotten one, has left it.
        if try store.value(.biometrics) == nil { await bridges.biometrics.deleteKey() }
        let stored = try store.value(.walletStatus)
        if let stored { countStatusAge(stored, by: bridges.clock) }
        let status = stored?.status ?? .active
        applyConfiguration(at: bridges.clock.now)
        lockState.set(.locked(status.isRevoked ? .refused : .notUnlockedYet))
        walletStatus.set(status)
        if try store.value(.registration) != nil { reserve(bridges).keep() }
        life = .running(running)
        isErasingOwed = false
        forgetDeadRegistration(running)
        ringAtLaunch()
    }

    /// Gets a core that lived on ready for another app: the wallet is locked, which the app before may still hear, its streams end, and the
    /// configuration, the update policy and the wallet's status are asked for, as at every launch. May be called in any state.
    package func rebind() {
        lock(because: .rebound)
        clearStreams()
        ringAtLaunch()
    }

    /// An app begins: what it is to know is asked for now.
    private func ringAtLaunch() {
        askAtLaunch()
        for alarm in [configurationTimer, updatePolicyTimer, walletStatusTimer, deregistrationTimer] { alarm.wake() }
    }

    /// Ends all streams.
    private func clearStreams() {
        clearLockStream()
        clearConfigurationStream()
        clearUpdatePolicyStream()
        clearWalletStatusStream()
        clearCardsStream()
    }

    /// Does what the core does by itself until the task is cancelled: it keeps the lock's deadlines, deletes keys that no PIN confirmed, asks
    /// for newer configurations, update policies and the wallet's status, has accounts of erased wallets ended, and reads what is stored of
    /// cards. The process runs it beside the app, for as long as it
    /// lives, from `initPlatformSupport` on; a user interface that comes and goes does not touch it.
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
            group.addTask { await self.retryDeregistrations(by: clock) }
            group.addTask { await self.keepCardStatuses(by: clock) }
            group.addTask { await self.keepCardsChecked(by: clock) }
        }
    }

    /// The phone's clock; nil before the platform has handed it over.
    var clock: (any ClockBridge)? { try? bridges().clock }

    /// The bridges.
    ///
    /// - Throws: `platformMissing`.
    func bridges() throws(WalletCoreError) -> PlatformBridges {
        switch life {
        case .waitingForPlatform: throw WalletCoreError(.platformMissing, "the platform has not handed over its bridges")
        case .waitingForInitialize(let bridges): return bridges
        case .running(let running): return running.bridges
        }
    }

    /// What an initialised core works with.
    ///
    /// - Throws: `platformMissing`, `notInitialized`.
    func running() throws(WalletCoreError) -> Running {
        guard case .running(let running) = life else {
            _ = try bridges()
            throw WalletCoreError(.notInitialized, "the core is not initialised")
        }
        return running
    }

    /// Whether the core still works with that store: after every wait it may have been erased, and another wallet be there.
    func isPresent(_ running: Running) -> Bool {
        guard case .running(let present) = life else { return false }
        return present.store === running.store
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
        return isBiometricUnlockOffered ? availability : .unsupported
    }
}
