// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// A scripted core that records its calls. The table of calls decides what is admitted, as in the core.
final class FakeWallet: Wallet, UnlockedWallet {
    /// A call with an effect or a screen, with its arguments.
    enum Call: Sendable, Equatable {
        case initialize, rebind, wipe, confirmRevocationCode, confirmRevocationShown
        case register(PIN)
        case unlock(PIN)
        case unlockWithBiometrics(prompt: BiometricPrompt)
        case lock(LockReason)
        case changePIN(from: PIN, to: PIN)
        case enableBiometricUnlock(prompt: BiometricPrompt)
        case confirmBiometricUnlock, disableBiometricUnlock
        case receive(link: String)
        case discardPendingLink, takePendingLink
        case startIssuance, returnFromLogin, resumeIssuance, cancelIssuance
        case acceptIssuance(PIN)
        case startPINRecovery, continuePINRecovery, resumePINRecovery, cancelPINRecovery
        case completePINRecovery(PIN)
        case startSharing, sendSharing, stopSharing
        case approveSharing(SharingApproval, PIN)
        case requestCameraPermission
        case scanCode(ignoring: ScannedCode?)
        case setCameraLight(Bool)
        case noteReport(ReportSubject, EventContact)
        case noteDeletionAsked(Int64, EventContact)
        case deleteCard(CardID)
        case deleteEvent(Int64)
        case deleteHistory
        case keepHistory(Bool)
        case exportHistory(language: String)
    }

    /// A point at which a test can make the fake fail or wait.
    enum Member: Sendable, Hashable {
        case call(CoreCall)
        case answer(LaunchQuestion)
    }

    /// The script of a test.
    struct Script: Sendable {
        var isInitialized = false
        var isDeviceRooted = false
        var hasRemotePIN = false
        var hasPID = false
        var isUnlocked = false
        var isRevocationCodeConfirmed = false
        var isBiometricUnlockEnabled = false
        /// True if a scan waits for the PIN; a lock resets it.
        var isBiometricUnlockProven = false
        var biometricAvailability = BiometricAvailability.unsupported
        /// PINs that are too simple, with the reasons.
        var tooSimple: [(PIN, PINPolicyViolation)] = []
        /// Outcomes of PIN checks, in order; then every PIN is valid.
        var checks: [PINCheck] = []
        /// Outcomes of scans, in order; then every scan unlocks.
        var scans: [BiometricUnlockResult] = []
        /// Verdicts of the update policy, in order; then the last one published.
        var judgements: [UpdateVerdict] = []
        /// Statuses, in order; then the last one published.
        var determinations: [WalletStatus] = []
        /// Outcomes of enabling biometrics, in order; then it succeeds.
        var enablings: [BiometricEnabling] = []
        /// Errors of members, in order, thrown before their work.
        var failures: [CoreCall: [any Error]] = [:]
        /// The gates of members that wait.
        var gates: [Member: Gate] = [:]
        var activities = 0
        var language: String?
        /// The user's idle time, in seconds.
        var inactivityTimeout: TimeInterval?
        var wrongTries = 0
        var recentTries: RecentWrongTries?
        var isPracticeDue = false
        var connections = Connections(provider: .works, configuration: .works)
        /// True if the phone's clock is wrong by the provider's time.
        var isClockWrong = false
        /// The provider's identifier of its latest failure.
        var correlationID: String?
        /// True if the update policy must be renewed; applying it resets this.
        var isPolicyExpired = false
        /// Outcomes of PIN changes, in order; then the PIN changes.
        var changes: [PINChangeOutcome] = []
        var pinChangeState = PINChangeState.none
        var pendingLink: PendingLink?
        var linkDecision = LinkDecision.notPersonalized
        /// True if a link has expired before the unlock.
        var hasExpiredLink = false
        var cards: [CardDetails] = []
        /// The cards whose details were read, in order.
        var openedCards: [CardID] = []
        /// The events of the wallet, newest first.
        var events: [WalletEvent] = []
        var unreadableEvents = 0
        /// True if the unreadable events are older than all others: only a page that goes beyond those reports them.
        var areUnreadableOldest = false
        /// The numbers of events that cannot be read; a test may set one that the list still has.
        var goneEvents: Set<Int64> = []
        /// The number of all events that there were, also those that are deleted.
        var eventCount: Int64 = 0
        var isHistoryKept = true
        /// The bytes of every export.
        var export = Array("{}".utf8)
        /// The texts of the events in the last export.
        var exportedTexts: [String] = []
        /// True if the right PIN was entered, and no call that needs it has taken it; a lock resets it.
        var hasRightPIN = false
        /// The numbers of prefetched beacons, for a PIN and for a PIN change. Prefetches are concurrent, so `calls` does not have them.
        var preparations = 0
        var changePreparations = 0
        var issuance = IssuanceState.none
        /// Outcomes of accepting, in order; then the card is issued.
        var acceptances: [IssuanceOutcome] = []
        var recovery = PINRecoveryState.none
        /// Outcomes of completing a recovery, in order; then the PIN is recovered.
        var recoveries: [PINRecoveryOutcome] = []
        var sharing = SharingState.none
        /// What a request leads to; nil if the configuration says nothing about sharing.
        var request: SharingState?
        /// The link and the arrival of the present session.
        var startedLink: UniversalLink?
        var startedArrival: SharingArrival?
        /// The approval that was not sent.
        var signed = SignedSharing.nothing
        /// Outcomes of sending, for the first time and again, in order; then the answer is delivered.
        var answers: [SharingOutcome] = []
        /// Where the person goes on after a stop.
        var stopReturn = SharingReturn(address: nil)
        var cameraPermission = CameraPermission.undetermined
        /// The permission after the user's answer; nil leaves it as it is.
        var cameraAnswer: CameraPermission?
        /// The results of scans, in order. A scan waits for one that it does not ignore.
        var scanResults: [ScanResult] = []
        /// The number of scans that run.
        var runningScans = 0
        var calls: [Call] = []
        /// Called for each reported user activity.
        var onActivity: @Sendable () -> Void = {}
        /// Called for each recorded call.
        var onCall: @Sendable () -> Void = {}

        var state: CoreState {
            !isInitialized ? .waitingForInitialize : !hasRemotePIN ? .empty : isUnlocked ? .unlocked : .locked
        }

        /// Resets the script as a wipe does.
        mutating func forget() {
            (hasRemotePIN, hasPID, isUnlocked) = (false, false, false)
            (cards, events, eventCount, isHistoryKept, hasRightPIN) = ([], [], 0, true, false)
            (isRevocationCodeConfirmed, isBiometricUnlockEnabled) = (false, false)
            (issuance, recovery, sharing, signed) = (.none, .none, .none, .nothing)
        }
    }

    private let state = Recorded(Script())
    /// The last member that waited at its gate.
    let held = ObservedValue<Member?>(nil)

    /// The lock's states, published by unlocking, locking or a test.
    let locks = FakeStream(LockState.locked(.notUnlockedYet))
    /// The update policy's verdicts; the last is also the one applied.
    let verdicts = FakeStream(UpdateVerdict.ok)
    /// The wallet's statuses; the last is also the one determined.
    let statuses = FakeStream(WalletStatus.active)
    let configurations = FakeStream(AppConfiguration.sample)
    /// The state of the newest request for each question, changed by a test.
    let answers = Dictionary(uniqueKeysWithValues: LaunchQuestion.allCases.map { ($0, ObservedValue(LaunchAnswer.known)) })

    /// The visible cards, published by a test.
    let cards = FakeStream(Cards.hidden)

    /// The deletion code of every wallet in these tests.
    static let code = RevocationCode(derivedFrom: Array(1...11))

    /// The present script. Tests look here, since a call can be refused.
    var present: Script { state.value }
    var calls: [Call] { present.calls }
    var isRecovering: Bool { present.recovery != .none }
    var activities: Int { present.activities }
    var preparations: Int { present.preparations }
    var changePreparations: Int { present.changePreparations }

    /// Puts the wallet into a state of its life. A wallet that waits for `initialize` is that of a new process: it stays as it is, and locked.
    func begin(in life: CoreState) {
        state.change { script in
            (script.isInitialized, script.isUnlocked) = (life >= .empty, life == .unlocked)
            if script.isInitialized { script.hasRemotePIN = life >= .locked } else { script.loseSharing() }
        }
    }

    /// Waits until the script fulfils a condition.
    ///
    /// - Throws: `CancellationError`.
    func wait(until isReady: @escaping @Sendable (Script) -> Bool) async throws {
        await state.wait(until: isReady)
        try Task.checkCancellation()
    }

    func script(_ change: @Sendable (inout Script) -> Void) { state.change { change(&$0) } }

    /// Changes the script, and returns what the change returns.
    func changed<Value: Sendable>(_ change: @Sendable (inout Script) -> Value) -> Value { state.change { change(&$0) } }

    /// Makes a call throw, once per error, before its work.
    func fails(_ call: CoreCall, _ codes: WalletCoreError.Code...) {
        let errors = codes.map { WalletCoreError($0, "scripted") }
        state.change { $0.failures[call, default: []] += errors }
    }

    /// Makes a call wait at a gate.
    func holds(_ call: CoreCall) -> Gate { holds(.call(call)) }

    /// Makes those who wait for the response to a request of a launch wait at a gate.
    func holdsAnswer(to question: LaunchQuestion) -> Gate { holds(.answer(question)) }

    private func holds(_ member: Member) -> Gate {
        let gate = Gate()
        state.change { $0.gates[member] = gate }
        return gate
    }

    /// Releases the present and future callers.
    func opens(_ call: CoreCall) { present.gates[.call(call)]?.open() }

    /// Waits at a gate if the test has set one.
    func wait(at member: Member) async throws {
        guard let gate = present.gates[member] else { return }
        held.set(member)
        await gate.pass()
        try Task.checkCancellation()
    }

    /// Records the call, waits at its gate, is refused as by the core, and throws a scripted error; otherwise returns the script's answer.
    func enter<Value: Sendable>(
        _ member: CoreCall, _ call: Call? = nil, _ answer: @Sendable (inout Script) -> Value
    ) async throws -> Value {
        if let call {
            script { script in
                script.calls.append(call)
                script.onCall()
            }
        }
        try await wait(at: .call(member))
        let (isVersionBlocked, isRevoked) = (verdicts.value.isBlock, statuses.value.isRevoked)
        return try state.change { script -> Result<Value, any Error> in
            let admission = Admission(
                state: script.state, isVersionBlocked: isVersionBlocked, isRevoked: isRevoked, mustRenewPolicy: script.isPolicyExpired)
            if let refusal = admission.refusal(of: member) { return .failure(refusal) }
            if let failure = script.failures[member]?.takeFirst() {
                script.endSession(after: failure, of: member)
                return .failure(failure)
            }
            return .success(answer(&script))
        }.get()
    }
}

extension FakeWallet {
    func setLockStream() async throws -> AsyncStream<LockState> { try await enter(.setLockStream) { [locks] _ in locks.observe() } }
    func setConfigurationStream() async throws -> AsyncStream<AppConfiguration> {
        try await enter(.setConfigurationStream) { [configurations] _ in configurations.observe() }
    }
    func setUpdatePolicyStream() async throws -> AsyncStream<UpdateVerdict> {
        try await enter(.setUpdatePolicyStream) { [verdicts] _ in verdicts.observe() }
    }
    func setWalletStatusStream() async throws -> AsyncStream<WalletStatus> {
        try await enter(.setWalletStatusStream) { [statuses] _ in statuses.observe() }
    }
    func setCardsStream() async throws -> AsyncStream<Cards> { try await enter(.setCardsStream) { [cards] _ in cards.observe() } }
    func cardDetails(_ id: CardID) async throws -> CardDetails? {
        try await enter(.cardDetails) { script in
            script.openedCards.append(id)
            return script.cards.first { $0.summary.id == id }
        }
    }
    func events(of card: CardID?, before: Int64?, limit: Int) async throws -> WalletEvents {
        try await enter(.events) { script in
            let events = script.events.filter { (card == nil || $0.isAbout(card)) && $0.number < before ?? .max }.prefix(limit)
            let isShort = script.areUnreadableOldest && events.count == limit
            return WalletEvents(Array(events), unreadableCount: isShort ? 0 : script.unreadableEvents)
        }
    }
    func event(_ number: Int64) async throws -> WalletEvent? {
        try await enter(.event) { script in
            script.goneEvents.contains(number) ? nil : script.events.first { $0.number == number }
        }
    }
    /// Sets the wallet's cards and publishes them if it is unlocked.
    func hold(_ cards: [CardDetails]) {
        script { $0.cards = cards }
        tellCards()
    }
    /// Publishes the wallet's cards.
    func tellCards() {
        let script = present
        cards.set(script.isUnlocked ? .shown(script.cards.map(\.summary)) : .hidden)
    }
    func awaitAnswer(to question: LaunchQuestion) async {
        try? await wait(at: .answer(question))
    }
    func answer(to question: LaunchQuestion) -> LaunchAnswer { answers[question]?.value ?? .known }
    func answer(to question: LaunchQuestion, otherThan seen: LaunchAnswer) async throws -> LaunchAnswer {
        guard let answer = answers[question] else { return .known }
        return try await answer.next(otherThan: seen)
    }
    func applyUpdatePolicy() async throws -> UpdateVerdict {
        try await enter(.applyUpdatePolicy) { [verdicts] script in
            script.isPolicyExpired = false
            return script.judgements.takeFirst() ?? verdicts.value
        }
    }
    func isUpdatePolicyExpired() async throws -> Bool { try await enter(.isUpdatePolicyExpired) { $0.isPolicyExpired } }
    func determineWalletStatus() async throws -> WalletStatus {
        // As in the core, a known revocation is returned in every state.
        let known = statuses.value
        if known.isRevoked, present.state < .empty, present.determinations.isEmpty { return known }
        return try await enter(.determineWalletStatus) { [statuses] in $0.determinations.takeFirst() ?? statuses.value }
    }
    func confirmRevocationShown() async throws { try await enter(.confirmRevocationShown, .confirmRevocationShown) { _ in } }
    func wipe() async throws {
        setLock(.locked(.wiped))
        try await enter(.wipe, .wipe) { $0.forget() }
        statuses.set(.active)
    }
    func noteActivity() async {
        script { script in
            script.activities += 1
            script.onActivity()
        }
        if case .inactive = locks.value { locks.set(.unlocked) }
    }
    func lock(because reason: LockReason) async {
        script { $0.calls.append(.lock(reason)) }
        setLock(.locked(reason))
    }
    /// Changes the lock by itself.
    func setLock(_ lock: LockState) {
        state.change { script in
            script.isUnlocked = lock.isOpen
            guard !lock.isOpen else { return }
            (script.isBiometricUnlockProven, script.hasRightPIN) = (false, false)
            script.dropSigned()
        }
        tellCards()
        locks.set(lock)
    }
    func isInitialized() async -> Bool { present.isInitialized }
    func initialize() async throws { try await enter(.initialize, .initialize) { $0.isInitialized = true } }
    func rebind() async {
        script { script in
            script.calls.append(.rebind)
            script.loseSharing()
        }
        setLock(.locked(.rebound))
        for end in [locks.clear, verdicts.clear, statuses.clear, configurations.clear, cards.clear] { end() }
    }
    func isDeviceRooted() async throws -> Bool { try await enter(.isDeviceRooted) { $0.isDeviceRooted } }
    func hasRemotePIN() async throws -> Bool { try await enter(.hasRemotePIN) { $0.hasRemotePIN } }
    func hasPID() async throws -> Bool { try await enter(.hasPID) { $0.hasPID } }

    func policyViolation(of pin: PIN) -> PINPolicyViolation? {
        present.tooSimple.first { $0.0 == pin }?.1
    }

    func register(pin: PIN) async throws {
        try await enter(.register, .register(pin)) { $0.hasRemotePIN = true }
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
    func enableBiometricUnlock(prompt: BiometricPrompt) async throws -> BiometricEnabling {
        try await enter(.enableBiometricUnlock, .enableBiometricUnlock(prompt: prompt)) { script in
            let enabling = script.enablings.takeFirst() ?? .proven
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
    func unlockWithBiometrics(prompt: BiometricPrompt) async throws -> BiometricUnlockResult {
        do {
            let scan: BiometricUnlockResult = try await enter(.unlockWithBiometrics, .unlockWithBiometrics(prompt: prompt)) {
                $0.scans.takeFirst() ?? .unlocked
            }
            if scan.outcome == .unlocked { setLock(.unlocked) }
            return scan
        } catch is CancellationError {
            // As the real bridge: the prompt closes with its task, below a message without an answer.
            let shown = present.scans.first?.shown.first
            return BiometricUnlockResult(.cancelled, after: shown.map { [BiometricPromptMessage($0.kind)] } ?? [])
        }
    }
    func disableBiometricUnlock() async throws {
        try await enter(.disableBiometricUnlock, .disableBiometricUnlock) { script in
            (script.isBiometricUnlockEnabled, script.isBiometricUnlockProven) = (false, false)
        }
    }

    func language() async throws -> String? { try await enter(.language) { $0.language } }
    func setLanguage(_ language: String?) async throws { try await enter(.setLanguage) { $0.language = language } }

    func inactivityTimeout() async throws -> TimeInterval {
        let configured = TimeInterval(configurations.value.document.lockTimeouts.inactivitySeconds)
        return try await enter(.inactivityTimeout) { min($0.inactivityTimeout ?? configured, configured) }
    }
    func setInactivityTimeout(_ seconds: TimeInterval?) async throws {
        try await enter(.setInactivityTimeout) { $0.inactivityTimeout = seconds }
    }

    func receive(link text: String) async throws -> LinkReception {
        try await enter(.receiveLink, .receive(link: text)) { script in script.pendingLink.map(LinkReception.waits) ?? .invalid }
    }
    func pendingLink() async throws -> PendingLink? { try await enter(.pendingLink) { $0.pendingLink } }
    func discardPendingLink(_ ticket: PendingLink.Ticket) async throws {
        try await enter(.discardPendingLink, .discardPendingLink) { if $0.pendingLink?.ticket == ticket { $0.pendingLink = nil } }
    }
    func takePendingLink(_ ticket: PendingLink.Ticket) async throws -> LinkDecision {
        try await enter(.takePendingLink, .takePendingLink) { script in
            guard script.pendingLink?.ticket == ticket else { return .noLink }
            script.pendingLink = nil
            return script.linkDecision
        }
    }
    func hasExpiredLink() async throws -> Bool { try await enter(.hasExpiredLink) { $0.hasExpiredLink } }
    func confirmExpiredLinkShown() async throws { try await enter(.confirmExpiredLinkShown) { $0.hasExpiredLink = false } }
    func preparePINChange() async { script { $0.changePreparations += 1 } }
    func changePIN(from oldPIN: PIN, to newPIN: PIN) async throws -> PINChangeOutcome {
        try await enter(.changePIN, .changePIN(from: oldPIN, to: newPIN)) { $0.changes.takeFirst() ?? .changed }
    }
    func pinChangeState() async throws -> PINChangeState { try await enter(.pinChangeState) { $0.pinChangeState } }

    func prepareUnlock() async { script { $0.preparations += 1 } }
    func unlock(pin: PIN) async throws -> PINCheck {
        // A wrong PIN does not change the lock.
        let check: PINCheck = try await enter(.unlock, .unlock(pin)) { $0.checks.takeFirst() ?? .valid }
        if check == .valid {
            setLock(.unlocked)
            script { $0.hasRightPIN = true }
        }
        return check
    }
    func isUnlocked() async throws -> Bool { try await enter(.isUnlocked) { $0.isUnlocked } }

    func unreportedWrongTries() async throws -> Int { try await enter(.unreportedWrongTries) { $0.wrongTries } }
    func unreportedRecentWrongTries() async throws -> RecentWrongTries? { try await enter(.unreportedWrongTries) { $0.recentTries } }
    func confirmWrongTriesShown() async throws { try await enter(.confirmWrongTriesShown) { ($0.wrongTries, $0.recentTries) = (0, nil) } }
    func isPINPracticeDue() async throws -> Bool { try await enter(.isPINPracticeDue) { $0.isPracticeDue } }
    func notePINPractice() async throws { try await enter(.notePINPractice) { $0.isPracticeDue = false } }
    func checkConnections() async throws -> Connections { try await enter(.checkConnections) { $0.connections } }
    func isClockWrong() async -> Bool { present.isClockWrong }
    var lastCorrelationID: String? { present.correlationID }
}

extension Array {
    /// Removes and returns the first element; nil if the array is empty.
    mutating func takeFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
