// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import PlatformSupport
package import ProviderProtocol
package import WalletConfiguration

/// What the app asks of the core. Flows depend on this, so that they can be tested without a phone.
///
/// Each call means what the member of `WalletCore` with the same name means.
package protocol Wallet: Sendable {
    /// Whether the core lived on from before this app was started.
    func isInitialized() async -> Bool
    /// Opens the store and lets the questions of this launch leave; waits for no network. Throws store errors.
    func initialize() async throws
    /// Gets a core that lived on ready for this app: old streams end, the wallet is locked.
    func rebind() async
    /// Observes the lock: the state now, then every change.
    func setLockStream() async throws -> AsyncStream<LockState>
    /// Observes the configuration: the one in force, then every other.
    func setConfigurationStream() async throws -> AsyncStream<AppConfiguration>
    /// Observes what the update policy says of this version: now, then every other verdict.
    func setUpdatePolicyStream() async throws -> AsyncStream<UpdateVerdict>
    /// Observes the wallet's status: what is known now, then every change.
    func setWalletStatusStream() async throws -> AsyncStream<WalletStatus>
    /// Takes a link that the operating system delivers; it waits in the core's one slot (PF2.7).
    func receive(link text: String) async throws -> LinkReception
    /// The link that waits (PF2.7/1.1); nil when there is none.
    func pendingLink() async throws -> PendingLink?
    /// Throws that link away.
    func discardPendingLink(_ ticket: PendingLink.Ticket) async throws
    /// Decides about that link, and takes it unless it waits for the unlock (PF2.7/1.2).
    func takePendingLink(_ ticket: PendingLink.Ticket) async throws -> LinkDecision
    /// Observes the cards: what may be seen of them now, then every change (UC7.1).
    func setCardsStream() async throws -> AsyncStream<Cards>
    /// A card with all that it holds; nil when there is none of that name (UC7.2).
    func cardDetails(_ id: CardID) async throws -> CardDetails?
    /// Events, the newest first: of one card, or of all (UC6.2).
    func cardEvents(of card: CardID?, before: Int64?, limit: Int) async throws -> CardEvents
    /// The user has touched the glass or typed.
    func noteActivity() async
    /// Locks the wallet at once (UC9.7).
    func lock(because reason: LockReason) async
    /// Waits until a question of this launch is answered or has failed, or its time is over.
    func awaitAnswer(to question: LaunchQuestion) async
    /// What the update policy says of this version (PF1.4/1.1).
    func applyUpdatePolicy() async throws -> UpdateVerdict
    /// Whether the policy has expired: then nothing opens the wallet before PF1.4 has renewed it.
    func isUpdatePolicyExpired() async throws -> Bool
    /// How the wallet stands with its provider, from what is stored (PF2.10/1.1).
    func determineWalletStatus() async throws -> WalletStatus
    /// The user has seen why the wallet is gone (PF2.10/2.1).
    func confirmRevocationShown() async throws
    /// Erases the wallet from the phone (UC9.4/1.1a).
    func wipe() async throws
    /// Whether the device is rooted (UC1.2/2.2).
    func isDeviceRooted() async throws -> Bool
    /// Whether a remote PIN is set up (UC1.2/2.4).
    func hasRemotePIN() async throws -> Bool
    /// Whether the user has obtained a PID (UC2.3/1.5).
    func hasPID() async throws -> Bool
    /// Why a new PIN is too simple; nil when it is not (PF2.9/1.2).
    func policyViolation(of pin: PIN) -> PINPolicyViolation?
    /// Sets up the remote PIN (PF2.9/1.5); the wallet is unlocked afterwards. Safe to repeat with the same PIN.
    func register(pin: PIN) async throws
    /// The deletion code (UC2.1/1.6).
    func revocationCode() async throws -> RevocationCode
    /// The user wrote the deletion code down (UC2.1/1.6a).
    func confirmRevocationCode() async throws
    /// Whether the user wrote the deletion code down.
    func isRevocationCodeConfirmed() async throws -> Bool
    /// What the sensor can do (UC2.1/1.2).
    func biometricAvailability() async throws -> BiometricAvailability
    /// Whether biometric unlock is enabled (UC2.3/1.1).
    func isBiometricUnlockEnabled() async throws -> Bool
    /// Lets the system prompt, and proves face or finger (UC2.1/1.4, UC2.2/1.2). The prompt is in the user's language. Nothing is enabled yet.
    func enableBiometricUnlock(prompt: String) async throws -> BiometricEnabling
    /// Enables what is proven, after the PIN was entered (UC2.2/1.3a). Whether it is enabled.
    func confirmBiometricUnlock() async throws -> Bool
    /// One scan (UC2.3/1.2).
    func unlockWithBiometrics(prompt: String) async throws -> BiometricUnlock
    /// Gets ready for a PIN: fetches the challenge ahead, unless there is one that still counts. Never fails.
    func prepareUnlock() async
    /// Checks the PIN and unlocks (PF2.8/1.1). Safe to repeat with the same PIN after an unknown outcome.
    func unlock(pin: PIN) async throws -> PINCheck
    /// Disables biometric unlock (UC2.2/1.1b). Doing it again does nothing.
    func disableBiometricUnlock() async throws
    /// Gets ready for a PIN change: fetches its challenges ahead, unless they still count. Never fails.
    func preparePINChange() async
    /// Changes the PIN (UC2.6, PF2.9/1.5). Safe to repeat with the same PINs after an error.
    func changePIN(from oldPIN: PIN, to newPIN: PIN) async throws -> PINChangeOutcome
    /// Whether a PIN change has not been settled yet: then either PIN unlocks.
    func pinChangeState() async throws -> PINChangeState
    /// Where obtaining the PID is (UC3.1).
    func issuanceState() async throws -> IssuanceState
    /// Begins to obtain it: asks the issuer for a login (UC3.1/1.1a).
    func startIssuance() async throws -> IssuanceState
    /// Takes the way back from the login (UC3.1/1.2a).
    func returnFromLogin(_ link: LoginLink) async throws
    /// Goes on after the login, an error or a restart (UC3.1/1.3).
    func resumeIssuance() async throws -> IssuancePreview
    /// Accepts what was shown (UC3.1/1.6). Safe to repeat with the same PIN after an error that leaves the session.
    func acceptIssuance(pin: PIN) async throws -> IssuanceOutcome
    /// Ends the session, wherever it is (UC3.1/4.1b, 5.1a).
    func cancelIssuance() async throws
    /// Where the recovery of a PIN is (UC2.3.2).
    func pinRecoveryState() async throws -> PINRecoveryState
    /// Begins a recovery: asks the issuer of the PID for a login (UC2.3.2/1.2a).
    func startPINRecovery() async throws -> PINRecoveryState
    /// Goes on after the login, until it is known who is back (UC2.3.2/1.3).
    func continuePINRecovery(_ link: LoginLink) async throws
    /// Goes on after an error or a restart.
    func resumePINRecovery() async throws
    /// Ends the recovery, wherever it is (UC2.3.2/5.1b).
    func cancelPINRecovery() async throws
    /// Completes it with the new PIN (PF2.9/1.5).
    func completePINRecovery(new pin: PIN) async throws -> PINRecoveryOutcome
    /// The user's own language; nil while the app speaks the phone's (UC9.3).
    func language() async throws -> String?
    /// Keeps the user's own language.
    func setLanguage(_ language: String?) async throws
    /// The time without activity, in seconds, after which the wallet locks: the configured one or the user's own.
    func inactivityTimeout() async throws -> TimeInterval
    /// Keeps the user's own time without activity, in seconds; nil goes back to the configured one.
    func setInactivityTimeout(_ seconds: TimeInterval?) async throws
    /// How many wrong PINs the user is to be told of (threat T-N6).
    func wrongTriesToTell() async throws -> Int
    /// The wrong PINs of the last weeks that the user is to be told of; nil when there are none.
    func recentWrongTriesToTell() async throws -> RecentWrongTries?
    /// The user was told of them.
    func confirmWrongTriesTold() async throws
    /// Whether the user is to be asked to practise the PIN.
    func isPINPracticeDue() async throws -> Bool
    /// The user was asked to.
    func notePINPractice() async throws
    /// Which services can be reached.
    func checkConnections() async throws -> Connections
    /// The provider's name for its newest failure.
    var lastCorrelationID: String? { get }
    /// Whether the wallet is unlocked now (UC1.2/3.2).
    func isUnlocked() async throws -> Bool
}
