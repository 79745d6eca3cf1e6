// SPDX-License-Identifier: EUPL-1.2

/// The app's interface to the core, which lets tests run flows without a phone: the calls that do not need an unlocked wallet, one protocol
/// for each role.
///
/// Each call has the semantics of the `Core` member with the same name. A call is `async` if it may wait: for its turn in the core, the
/// phone's hardware, a server or the user. ``StartupCalls/answer(to:)``, ``RegistrationCalls/policyViolation(of:)`` and
/// ``HelpCalls/lastCorrelationID`` return at once.
package protocol Wallet:
    StartupCalls, ConfigurationCalls, WalletStatusCalls, LinkCalls, RegistrationCalls, RevocationCodeCalls, LockCalls, PINCalls,
    BiometricCalls, PINRecoveryCalls, CardCalls, LanguageCalls, HelpCalls
{}

/// The calls of the core that need an unlocked wallet, one protocol for each role. A locked wallet refuses them with `locked`
/// (``CoreCall/leastState``). Only for these calls can a flow wait until the wallet is unlocked.
package protocol UnlockedWallet:
    UnlockedLinkCalls, UnlockedRevocationCodeCalls, UnlockedLockCalls, UnlockedPINCalls, UnlockedBiometricCalls, UnlockedCardCalls,
    UnlockedHistoryCalls, UnlockedIssuanceCalls, UnlockedSharingCalls, UnlockedCameraCalls
{}
