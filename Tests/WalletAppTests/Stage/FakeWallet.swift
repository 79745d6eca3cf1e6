// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import Synchronization
import WalletConfiguration
import WalletCore

@testable import WalletApp

/// A core that does what the test scripted and remembers what it was asked.
final class FakeWallet: Wallet {
    /// A call that does something or shows something, with what it was given.
    enum Call: Sendable, Equatable {
        case initialize
        case rebind
        case register(PIN)
        case confirmRevocationCode
        case enableBiometricUnlock(prompt: String)
        case confirmBiometricUnlock
        case unlockWithBiometrics(prompt: String)
        case prepareUnlock
        case unlock(PIN)
        case changePIN(from: PIN, to: PIN)
        case disableBiometricUnlock
        case receive(link: String)
        case discardPendingLink
        case takePendingLink
        case lock(LockReason)
        case confirmRevocationShown
        case wipe
        case startIssuance, returnFromLogin, resumeIssuance, cancelIssuance
        case acceptIssuance(PIN)
        case startPINRecovery, continuePINRecovery, resumePINRecovery, cancelPINRecovery
        case completePINRecovery(PIN)
    }

    /// A member of `Wallet` that can be made to fail or to wait.
    enum Member: Sendable {
        case setLockStream, setCardsStream
        case initialize, isDeviceRooted, hasRemotePIN, hasPID, register, revocationCode, confirmRevocationCode, isRevocationCodeConfirmed
        case biometricAvailability, isBiometricUnlockEnabled, enableBiometricUnlock, confirmBiometricUnlock, unlockWithBiometrics, unlock,
            isUnlocked
        case disableBiometricUnlock, setLanguage, setInactivityTimeout, wrongTries, practice, checkConnections, changePIN, receiveLink
        case pendingLink, discardPendingLink, takePendingLink
        case applyUpdatePolicy, determineWalletStatus, confirmRevocationShown, wipe
        /// The answers to the questions of a launch.
        case policyAnswer, statusAnswer
        case cardDetails, cardEvents
        case issuanceState, startIssuance, returnFromLogin, resumeIssuance, acceptIssuance, cancelIssuance
        case pinRecoveryState, startPINRecovery, continuePINRecovery, resumePINRecovery, cancelPINRecovery, completePINRecovery

        /// Whether the core refuses it while the wallet is locked.
        var needsOpenWallet: Bool {
            switch self {
            case .revocationCode, .confirmRevocationCode, .enableBiometricUnlock, .confirmBiometricUnlock: true
            case .issuanceState, .startIssuance, .returnFromLogin, .resumeIssuance, .acceptIssuance, .cancelIssuance: true
            case .cardDetails, .cardEvents: true
            default: false
            }
        }
    }

    /// What the test scripts.
    struct Script: Sendable {
        var isInitialized = false
        var isDeviceRooted = false
        var hasRemotePIN = false
        var hasPID = false
        var isUnlocked = false
        /// Whether calls are refused while it is locked; a flow that is played alone has no lock.
        var isLockEnforced = false
        var isRevocationCodeConfirmed = false
        var isBiometricUnlockEnabled = false
        /// Whether a scan waits for the PIN; a lock forgets it.
        var isBiometricUnlockProven = false
        var biometricAvailability = BiometricAvailability.unsupported
        /// PINs that are too simple, and why.
        var tooSimple: [(PIN, PINPolicyViolation)] = []
        /// What checking a PIN yields, one after the other; then every PIN is valid.
        var checks: [PINCheck] = []
        /// What scans yield, one after the other; then every scan unlocks.
        var scans: [BiometricUnlock] = []
        /// What applying the update policy yields, one after the other; then what was told last.
        var judgements: [UpdateVerdict] = []
        /// What determining the status yields, one after the other; then what was told last.
        var determinations: [WalletStatus] = []
        /// What enabling yields, one after the other; then it is proven.
        var enablings: [BiometricEnabling] = []
        /// What members throw, one after the other, before they do what they are for.
        var failures: [Member: [any Error]] = [:]
        /// Members that wait.
        var gates: [Member: Gate] = [:]
        /// How often the user was said to have done something.
        var activities = 0
        /// The user's own language.
        var language: String?
        /// The user's own time without activity, in seconds.
        var inactivityTimeout: TimeInterval?
        /// How many wrong PINs are to be told.
        var wrongTries = 0
        /// Those of the last weeks.
        var recentTries: RecentWrongTries?
        /// Whether the PIN is to be practised.
        var isPracticeDue = false
        /// What a check of the connection finds.
        var connections = Connections(provider: .works, configuration: .works)
        /// The provider's name for its newest failure.
        var correlationID: String?
        /// Whether the update policy is to be renewed; applying it does.
        var isPolicyExpired = false
        /// What changing the PIN yields, one after the other; then it is changed.
        var changes: [PINChangeOutcome] = []
        /// Whether a change is to be settled.
        var pinChangeState = PINChangeState.none
        /// The link that waits.
        var pendingLink: PendingLink?
        /// What is decided about it.
        var linkDecision = LinkDecision.notPersonalized
        /// The wallet's cards.
        var cards: [CardDetails] = []
        /// What happened to them, the newest first.
        var cardEvents: [CardEvent] = []
        var unreadableEvents = 0
        /// How often the challenges of a change were fetched ahead.
        var changePreparations = 0
        /// Where obtaining the PID is.
        var issuance = IssuanceState.none
        /// What accepting yields, one after the other; then the card is issued.
        var acceptances: [IssuanceOutcome] = []
        /// Where recovering the PIN is.
        var recovery = PINRecoveryState.none
        /// What completing a recovery yields, one after the other; then the PIN is recovered.
        var recoveries: [PINRecoveryOutcome] = []
        /// What was called.
        var calls: [Call] = []
        /// Told each time that the user was said to have done something.
        var onActivity: @Sendable () -> Void = {}
        /// Told of each call that is remembered.
        var onCall: @Sendable () -> Void = {}

        /// The link with that ticket waits no more.
        mutating func dropLink(_ ticket: PendingLink.Ticket) {
            if pendingLink?.ticket == ticket { pendingLink = nil }
        }

        /// What a wipe leaves.
        mutating func forget() {
            (hasRemotePIN, hasPID, isUnlocked) = (false, false, false)
            (cards, cardEvents) = ([], [])
            (isRevocationCodeConfirmed, isBiometricUnlockEnabled) = (false, false)
            (issuance, recovery) = (.none, .none)
        }
    }

    private let state = Mutex(Script())
    /// The newest member that waited at its gate.
    let held = ObservedValue<Member?>(nil)

    /// The lock's states: unlocking and locking tell it, as does a test.
    let locks = FakeStream(LockState.locked(.notUnlockedYet))
    /// The update policy's verdicts; the last is also what is applied.
    let verdicts = FakeStream(UpdateVerdict.ok)
    /// The wallet's status; the last is also what is determined.
    let statuses = FakeStream(WalletStatus.active)
    /// The configuration.
    let configurations = FakeStream(AppConfiguration.sample)

    /// What may be seen of the cards: a test tells it.
    let cards = FakeStream(Cards.hidden)

    /// How often the user was said to have done something.
    var activities: Int { state.withLock { $0.activities } }

    /// The code that every wallet of these tests gets.
    static let code = RevocationCode(derivedFrom: Array(1...11))

    /// Whether a recovery of the PIN is under way.
    var isRecovering: Bool { state.withLock { $0.recovery != .none } }

    /// What was called, in order; without the challenges fetched ahead, which run beside everything else.
    var calls: [Call] { state.withLock { $0.calls.filter { $0 != .prepareUnlock } } }

    /// How often a challenge was fetched ahead.
    var preparations: Int { state.withLock { $0.calls.count { $0 == .prepareUnlock } } }

    /// How often the challenges of a PIN change were fetched ahead.
    var changePreparations: Int { state.withLock { $0.changePreparations } }

    /// Changes the script.
    func script(_ change: @Sendable (inout Script) -> Void) { state.withLock { change(&$0) } }

    /// Makes a member throw, once for each error, before it does what it is for.
    func fails(_ member: Member, _ codes: WalletCoreError.Code...) {
        let errors = codes.map { WalletCoreError($0, "scripted") }
        state.withLock { $0.failures[member, default: []] += errors }
    }

    /// Makes a member wait at a gate.
    func holds(_ member: Member) -> Gate {
        let gate = Gate()
        state.withLock { $0.gates[member] = gate }
        return gate
    }

    /// Lets through whoever waits for a member, and whoever comes.
    func opens(_ member: Member) { state.withLock { $0.gates[member] }?.open() }

    /// Remembers the call, waits if it must, and throws what was scripted; otherwise lets the script answer.
    func enter<Value: Sendable>(
        _ member: Member, _ call: Call? = nil, _ answer: @Sendable (inout Script) -> Value
    ) async throws -> Value {
        let gate = state.withLock { script in
            if let call {
                script.calls.append(call)
                script.onCall()
            }
            return script.gates[member]
        }
        if let gate {
            held.set(member)
            await gate.pass()
            try Task.checkCancellation()
        }
        let failure = state.withLock { script -> (any Error)? in
            if member.needsOpenWallet, !script.isUnlocked, script.isLockEnforced { return WalletCoreError(.locked, "scripted") }
            guard let first = script.failures[member]?.first else { return nil }
            script.failures[member]?.removeFirst()
            return first
        }
        if let failure { throw failure }
        return state.withLock { answer(&$0) }
    }
}

extension FakeWallet {
    func setLockStream() async throws -> AsyncStream<LockState> { try await enter(.setLockStream) { [locks] _ in locks.observe() } }
    func setConfigurationStream() async throws -> AsyncStream<AppConfiguration> { configurations.observe() }
    func setUpdatePolicyStream() async throws -> AsyncStream<UpdateVerdict> { verdicts.observe() }
    func setWalletStatusStream() async throws -> AsyncStream<WalletStatus> { statuses.observe() }
    func setCardsStream() async throws -> AsyncStream<Cards> { try await enter(.setCardsStream) { [cards] _ in cards.observe() } }
    func cardDetails(_ id: CardID) async throws -> CardDetails? {
        try await enter(.cardDetails) { script in script.cards.first { $0.summary.id == id } }
    }
    func cardEvents(of card: CardID?, before: Int64?, limit: Int) async throws -> CardEvents {
        try await enter(.cardEvents) { script in
            let events = script.cardEvents.filter { (card == nil || $0.card == card) && $0.number < before ?? .max }.prefix(limit)
            return CardEvents(Array(events), unreadableCount: script.unreadableEvents)
        }
    }
    /// The wallet has these cards, and tells who observes it when it is open.
    func hold(_ cards: [CardDetails]) {
        state.withLock { $0.cards = cards }
        tellCards()
    }
    private func tellCards() {
        cards.set(state.withLock { $0.isUnlocked ? .shown($0.cards.map(\.summary)) : .hidden })
    }
    func awaitAnswer(to question: LaunchQuestion) async {
        try? await enter(question == .updatePolicy ? .policyAnswer : .statusAnswer) { _ in }
    }
    func applyUpdatePolicy() async throws -> UpdateVerdict {
        try await enter(.applyUpdatePolicy) { [verdicts] script in
            script.isPolicyExpired = false
            return script.judgements.isEmpty ? verdicts.value : script.judgements.removeFirst()
        }
    }
    func isUpdatePolicyExpired() async throws -> Bool { state.withLock { $0.isPolicyExpired } }
    func determineWalletStatus() async throws -> WalletStatus {
        try await enter(.determineWalletStatus) { [statuses] script in
            script.determinations.isEmpty ? statuses.value : script.determinations.removeFirst()
        }
    }
    func confirmRevocationShown() async throws { try await enter(.confirmRevocationShown, .confirmRevocationShown) { _ in } }
    func wipe() async throws {
        setLock(.locked(.wiped))
        try await enter(.wipe, .wipe) { $0.forget() }
        statuses.set(.active)
    }
    func noteActivity() async {
        state.withLock { script in
            script.activities += 1
            script.onActivity()
        }
        if case .inactive = locks.value { locks.set(.unlocked) }
    }
    func lock(because reason: LockReason) async {
        state.withLock { $0.calls.append(.lock(reason)) }
        setLock(.locked(reason))
    }
    /// The lock changes by itself.
    func setLock(_ lock: LockState) {
        state.withLock { script in
            script.isUnlocked = lock.isOpen
            if !lock.isOpen { script.isBiometricUnlockProven = false }
        }
        tellCards()
        locks.set(lock)
    }
    func isInitialized() async -> Bool { state.withLock { $0.isInitialized } }
    func initialize() async throws { try await enter(.initialize, .initialize) { $0.isInitialized = true } }
    func rebind() async {
        state.withLock { script in
            script.calls.append(.rebind)
            (script.isUnlocked, script.isBiometricUnlockProven) = (false, false)
        }
        tellCards()
        locks.set(.locked(.rebound))
        for end in [locks.clear, verdicts.clear, statuses.clear, configurations.clear, cards.clear] { end() }
    }
    func isDeviceRooted() async throws -> Bool { try await enter(.isDeviceRooted) { $0.isDeviceRooted } }
    func hasRemotePIN() async throws -> Bool { try await enter(.hasRemotePIN) { $0.hasRemotePIN } }
    func hasPID() async throws -> Bool { try await enter(.hasPID) { $0.hasPID } }

    func policyViolation(of pin: PIN) -> PINPolicyViolation? {
        state.withLock { script in script.tooSimple.first { $0.0 == pin }?.1 }
    }

    func register(pin: PIN) async throws {
        try await enter(.register, .register(pin)) { script in
            script.hasRemotePIN = true
            script.isUnlocked = true
        }
        setLock(.unlocked)
    }

    func revocationCode() async throws -> RevocationCode { try await enter(.revocationCode) { _ in Self.code } }
    func confirmRevocationCode() async throws {
        try await enter(.confirmRevocationCode, .confirmRevocationCode) { $0.isRevocationCodeConfirmed = true }
    }
    func isRevocationCodeConfirmed() async throws -> Bool {
        try await enter(.isRevocationCodeConfirmed) { $0.isRevocationCodeConfirmed }
    }

    func biometricAvailability() async throws -> BiometricAvailability {
        try await enter(.biometricAvailability) { $0.biometricAvailability }
    }
    func isBiometricUnlockEnabled() async throws -> Bool {
        try await enter(.isBiometricUnlockEnabled) { $0.isBiometricUnlockEnabled }
    }
    func enableBiometricUnlock(prompt: String) async throws -> BiometricEnabling {
        try await enter(.enableBiometricUnlock, .enableBiometricUnlock(prompt: prompt)) { script in
            let enabling = script.enablings.isEmpty ? .proven : script.enablings.removeFirst()
            script.isBiometricUnlockProven = enabling == .proven
            return enabling
        }
    }
    func confirmBiometricUnlock() async throws -> Bool {
        try await enter(.confirmBiometricUnlock, .confirmBiometricUnlock) { script in
            if script.isBiometricUnlockProven { script.isBiometricUnlockEnabled = true }
            script.isBiometricUnlockProven = false
            return script.isBiometricUnlockEnabled
        }
    }
    func unlockWithBiometrics(prompt: String) async throws -> BiometricUnlock {
        let scan = try await enter(.unlockWithBiometrics, .unlockWithBiometrics(prompt: prompt)) { script in
            let scan = script.scans.isEmpty ? .unlocked : script.scans.removeFirst()
            script.isUnlocked = scan == .unlocked
            return scan
        }
        if scan == .unlocked { setLock(.unlocked) }
        return scan
    }

    func disableBiometricUnlock() async throws {
        try await enter(.disableBiometricUnlock, .disableBiometricUnlock) { script in
            (script.isBiometricUnlockEnabled, script.isBiometricUnlockProven) = (false, false)
        }
    }

    func language() async throws -> String? { state.withLock { $0.language } }
    func setLanguage(_ language: String?) async throws { try await enter(.setLanguage) { $0.language = language } }

    func inactivityTimeout() async throws -> TimeInterval {
        let configured = TimeInterval(configurations.value.document.lockTimeouts.inactivitySeconds)
        return state.withLock { min($0.inactivityTimeout ?? configured, configured) }
    }
    func setInactivityTimeout(_ seconds: TimeInterval?) async throws {
        try await enter(.setInactivityTimeout) { $0.inactivityTimeout = seconds }
    }

    func receive(link text: String) async throws -> LinkReception {
        try await enter(.receiveLink, .receive(link: text)) { script in script.pendingLink.map(LinkReception.waits) ?? .invalid }
    }
    func pendingLink() async throws -> PendingLink? { try await enter(.pendingLink) { $0.pendingLink } }
    func discardPendingLink(_ ticket: PendingLink.Ticket) async throws {
        try await enter(.discardPendingLink, .discardPendingLink) { $0.dropLink(ticket) }
    }
    func takePendingLink(_ ticket: PendingLink.Ticket) async throws -> LinkDecision {
        try await enter(.takePendingLink, .takePendingLink) { script in
            guard script.pendingLink?.ticket == ticket else { return .noLink }
            script.dropLink(ticket)
            return script.linkDecision
        }
    }
    func preparePINChange() async { state.withLock { $0.changePreparations += 1 } }
    func changePIN(from oldPIN: PIN, to newPIN: PIN) async throws -> PINChangeOutcome {
        try await enter(.changePIN, .changePIN(from: oldPIN, to: newPIN)) { script in
            script.changes.isEmpty ? .changed : script.changes.removeFirst()
        }
    }
    func pinChangeState() async throws -> PINChangeState { state.withLock { $0.pinChangeState } }

    func prepareUnlock() async { state.withLock { $0.calls.append(.prepareUnlock) } }
    func unlock(pin: PIN) async throws -> PINCheck {
        let check = try await enter(.unlock, .unlock(pin)) { script in
            let check = script.checks.isEmpty ? .valid : script.checks.removeFirst()
            // A wrong PIN leaves the lock as it is.
            if check == .valid { script.isUnlocked = true }
            return check
        }
        if check == .valid { setLock(.unlocked) }
        return check
    }
    func isUnlocked() async throws -> Bool { try await enter(.isUnlocked) { $0.isUnlocked } }

    func wrongTriesToTell() async throws -> Int { try await enter(.wrongTries) { $0.wrongTries } }
    func recentWrongTriesToTell() async throws -> RecentWrongTries? { try await enter(.wrongTries) { $0.recentTries } }
    func confirmWrongTriesTold() async throws { state.withLock { ($0.wrongTries, $0.recentTries) = (0, nil) } }
    func isPINPracticeDue() async throws -> Bool { try await enter(.practice) { $0.isPracticeDue } }
    func notePINPractice() async throws { state.withLock { $0.isPracticeDue = false } }
    func checkConnections() async throws -> Connections { try await enter(.checkConnections) { $0.connections } }
    var lastCorrelationID: String? { state.withLock { $0.correlationID } }
}
