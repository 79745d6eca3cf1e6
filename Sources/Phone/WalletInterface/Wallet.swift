// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import PlatformSupport
package import ProviderProtocol
package import WalletConfiguration

/// The app's interface to the core, which lets tests run flows without a phone: the calls that do not need an unlocked wallet.
///
/// Each call has the semantics of the `Core` member with the same name.
package protocol Wallet: Sendable {
    /// Returns true if the core is already initialised, by an earlier user interface of the process.
    func isInitialized() async -> Bool
    /// Opens the store and sends the requests of this launch, without waiting for a network. Throws store errors.
    func initialize() async throws
    /// Prepares an initialised core for this app: ends the earlier streams and locks the wallet.
    func rebind() async
    /// Observes the lock: the present state, then every change.
    func setLockStream() async throws -> AsyncStream<LockState>
    /// Observes the configuration: the active configuration, then every new configuration.
    func setConfigurationStream() async throws -> AsyncStream<AppConfiguration>
    /// Observes the update policy's verdict on this version: the present verdict, then every change.
    func setUpdatePolicyStream() async throws -> AsyncStream<UpdateVerdict>
    /// Observes the wallet's status: the known status, then every change.
    func setWalletStatusStream() async throws -> AsyncStream<WalletStatus>
    /// Receives a link from the operating system, which is pending in the core's single slot (PF2.7).
    func receive(link text: String) async throws -> LinkReception
    /// Returns the pending link (PF2.7/1.1); nil if there is none.
    func pendingLink() async throws -> PendingLink?
    /// Discards the link of this ticket; does nothing if another link has replaced it.
    func discardPendingLink(_ ticket: PendingLink.Ticket) async throws
    /// Decides on the pending link, and takes it unless it waits for the unlock (PF2.7/1.2).
    func takePendingLink(_ ticket: PendingLink.Ticket) async throws -> LinkDecision
    /// Records that the user has seen that a link has expired.
    func confirmExpiredLinkTold() async throws
    /// Observes the visible cards: the present cards, then every change (UC7.1).
    func setCardsStream() async throws -> AsyncStream<Cards>
    /// Reports that the user touched the screen or typed.
    func noteActivity() async
    /// Locks the wallet immediately (UC9.7).
    func lock(because reason: LockReason) async
    /// Waits until a request of this launch has been answered or has failed, or its time budget is over.
    func awaitAnswer(to question: LaunchQuestion) async
    /// Returns the state of the newest request.
    func answer(to question: LaunchQuestion) -> LaunchAnswer
    /// Waits until the state of the newest request differs from the state that the caller has seen, and returns it. Throws only
    /// `CancellationError`.
    func answer(to question: LaunchQuestion, otherThan seen: LaunchAnswer) async throws -> LaunchAnswer
    /// Returns the update policy's verdict on this version (PF1.4/1.1).
    func applyUpdatePolicy() async throws -> UpdateVerdict
    /// Returns true if the policy has expired: then nothing unlocks the wallet until PF1.4 has renewed it.
    func isUpdatePolicyExpired() async throws -> Bool
    /// Returns the stored status of the wallet at its provider (PF2.10/1.1).
    func determineWalletStatus() async throws -> WalletStatus
    /// Records that the user has seen why the wallet was deleted (PF2.10/2.1).
    func confirmRevocationShown() async throws
    /// Erases the wallet from the phone (UC9.4/1.1a).
    func wipe() async throws
    /// Returns true if the device is rooted (UC1.2/2.2).
    func isDeviceRooted() async throws -> Bool
    /// Returns true if a remote PIN is set up (UC1.2/2.4).
    func hasRemotePIN() async throws -> Bool
    /// Returns true if the user has obtained a PID (UC2.3/1.5).
    func hasPID() async throws -> Bool
    /// Returns the reason that a new PIN is too simple; nil for an acceptable PIN (PF2.9/1.2).
    func policyViolation(of pin: PIN) -> PINPolicyViolation?
    /// Sets up the remote PIN and unlocks the wallet (PF2.9/1.5). Idempotent for the same PIN.
    func register(pin: PIN) async throws
    /// Returns true if the user has written down the deletion code.
    func isRevocationCodeConfirmed() async throws -> Bool
    /// Returns the state of the sensor (UC2.1/1.2).
    func biometricAvailability() async throws -> BiometricAvailability
    /// Returns true if biometric unlock is enabled (UC2.3/1.1).
    func isBiometricUnlockEnabled() async throws -> Bool
    /// Unlocks with one scan (UC2.3/1.2).
    func unlockWithBiometrics(prompt: BiometricPrompt) async throws -> BiometricUnlockResult
    /// Prefetches the beacon for a PIN, unless a fresh beacon is stored. Never fails.
    func prepareUnlock() async
    /// Checks the PIN and unlocks (PF2.8/1.1). Idempotent for the same PIN after an unknown outcome.
    func unlock(pin: PIN) async throws -> PINCheck
    /// Prefetches the beacon for a PIN change, unless a fresh beacon is stored. Never fails.
    func preparePINChange() async
    /// Returns the state of a PIN change; while it is pending, either PIN unlocks.
    func pinChangeState() async throws -> PINChangeState
    /// Returns the state of the PIN recovery (UC2.3.2).
    func pinRecoveryState() async throws -> PINRecoveryState
    /// Starts a recovery: requests a login from the PID's issuer (UC2.3.2/1.2a).
    func startPINRecovery() async throws -> PINRecoveryState
    /// Continues after the login, until the user is identified (UC2.3.2/1.3).
    func continuePINRecovery(_ link: LoginLink) async throws
    /// Continues after an error or a restart.
    func resumePINRecovery() async throws
    /// Ends the recovery in any state (UC2.3.2/5.1b).
    func cancelPINRecovery() async throws
    /// Completes the recovery with the new PIN (PF2.9/1.5).
    func completePINRecovery(new pin: PIN) async throws -> PINRecoveryOutcome
    /// Returns the user's language; nil for the phone's language (UC9.3).
    func language() async throws -> String?
    /// Stores the user's language.
    func setLanguage(_ language: String?) async throws
    /// Returns the idle time after which the wallet locks, in seconds: the configured value or the user's own value.
    func inactivityTimeout() async throws -> TimeInterval
    /// Records that the user has seen both numbers of wrong PINs.
    func confirmWrongTriesTold() async throws
    /// Checks which services can be reached.
    func checkConnections() async throws -> Connections
    /// Returns true if the phone's clock is wrong by the provider's signed time.
    func isClockWrong() async -> Bool
    /// The provider's identifier of its latest failure.
    var lastCorrelationID: String? { get }
    /// Returns true if the wallet is unlocked (UC1.2/3.2).
    func isUnlocked() async throws -> Bool
}

/// The calls of the core that need an unlocked wallet. A locked wallet refuses them with `locked` (``CoreCall/leastState``).
package protocol UnlockedWallet: Sendable {
    /// Returns a card with all its data; nil for an unknown identifier (UC7.2).
    func cardDetails(_ id: CardID) async throws -> CardDetails?
    /// Returns the events of one card or of all cards, newest first (UC6.2).
    func cardEvents(of card: CardID?, before: Int64?, limit: Int) async throws -> CardEvents
    /// Returns the deletion code (UC2.1/1.6).
    func revocationCode() async throws -> RevocationCode
    /// Records that the user has written down the deletion code (UC2.1/1.6a).
    func confirmRevocationCode() async throws
    /// Shows the system's prompt, with texts in the user's language (UC2.1/1.4, UC2.2/1.2). Biometric unlock is not enabled yet.
    func enableBiometricUnlock(prompt: BiometricPrompt) async throws -> BiometricEnabling
    /// Enables biometric unlock after a matching scan and the PIN (UC2.2/1.3a). Returns true if it is enabled.
    func confirmBiometricUnlock() async throws -> Bool
    /// Disables biometric unlock (UC2.2/1.1b). Idempotent.
    func disableBiometricUnlock() async throws
    /// Changes the PIN (UC2.6, PF2.9/1.5). Idempotent for the same PINs after an error.
    func changePIN(from oldPIN: PIN, to newPIN: PIN) async throws -> PINChangeOutcome
    /// Returns the state of the PID issuance (UC3.1).
    func issuanceState() async throws -> IssuanceState
    /// Starts the issuance: requests a login from the issuer (UC3.1/1.1a).
    func startIssuance() async throws -> IssuanceState
    /// Takes the link that returned from the login (UC3.1/1.2a).
    func returnFromLogin(_ link: LoginLink) async throws
    /// Continues after the login, an error or a restart (UC3.1/1.3).
    func resumeIssuance() async throws -> IssuancePreview
    /// Accepts the preview (UC3.1/1.6). Idempotent for the same PIN after an error that keeps the session.
    func acceptIssuance(pin: PIN) async throws -> IssuanceOutcome
    /// Ends the session in any state (UC3.1/4.1b, 5.1a).
    func cancelIssuance() async throws
    /// Stores the user's idle time, in seconds; nil restores the configured value.
    func setInactivityTimeout(_ seconds: TimeInterval?) async throws
    /// Returns true if a link has expired before the unlock and the user does not know it yet.
    func hasExpiredLink() async throws -> Bool
    /// Returns the number of wrong PINs to report to the user (threat T-N6).
    func wrongTriesToTell() async throws -> Int
    /// Returns the wrong PINs of the last weeks to report to the user; nil if there are none.
    func recentWrongTriesToTell() async throws -> RecentWrongTries?
    /// Returns true if the user should practise the PIN, because it has not been typed for long.
    func isPINPracticeDue() async throws -> Bool
    /// Records that the practice was offered.
    func notePINPractice() async throws
}
