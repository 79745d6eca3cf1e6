// SPDX-License-Identifier: EUPL-1.2

/// A life-cycle event that the operating system sends to a running process. The user interface can be destroyed and created again while the
/// process and its core live on.
///
/// | event | iPhone | Android |
/// |---|---|---|
/// | `willResignActive`, `didBecomeActive` | the notifications of that name | the activity's `onPause`, `onResume` |
/// | `didEnterBackground`, `willEnterForeground` | the notifications of that name | the activity's `onStop`, `onStart` |
/// | `protectedDataWillBecomeUnavailable` | the notification of that name | never |
/// | `protectedDataDidBecomeAvailable` | the notification of that name | `ACTION_USER_UNLOCKED` |
/// | `didLockDevice` | never | `ACTION_SCREEN_OFF` with a locked keyguard |
/// | `didDestroyUserInterface`, `willCreateUserInterface` | a scene's disconnection and connection | the activity's `onDestroy`, `onCreate` |
///
/// Promises, each with one check in `WalletPlatformTesting`:
/// - EVT-01: An app that leaves the foreground first resigns, then enters the background.
/// - EVT-02: An app that returns first enters the foreground, then becomes active.
/// - EVT-03: A lock of the device is reported by the protected data, after the app has left; the unlock too. (iPhone only)
/// - EVT-04: A lock of the device is reported after the app has left the foreground. (Android only)
/// - EVT-05: The first unlock after a restart of the phone is reported.
@nonexhaustive public enum AppLifecycleEvent: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app is about to lose the user's attention: for the app switcher, a call, a prompt of the system, or before `didEnterBackground`.
    /// From here on the platform covers a sensitive screen.
    case willResignActive
    /// The app has the user's attention again.
    case didBecomeActive
    /// The app left the foreground; its process lives on.
    case didEnterBackground
    /// The app is about to return to the foreground.
    case willEnterForeground
    /// The user opened a universal link of the app. The app is in the foreground by then, and has received the link through the process's
    /// `OpenedLinks`.
    case openLink
    /// The system destroyed the user interface; the app is not in the foreground.
    case didDestroyUserInterface
    /// The app returns to the foreground with a new user interface.
    case willCreateUserInterface
    /// The user has locked the device, and data that is protected until its unlock will be inaccessible. Keys and files of the wallet stay
    /// available after the first unlock.
    case protectedDataWillBecomeUnavailable
    /// The user has unlocked the device. Calls that failed with `notAvailableYet` can be retried.
    case protectedDataDidBecomeAvailable
    /// The user has locked the device itself. A platform that does not report this sends nothing; then the time in the background decides.
    case didLockDevice
}
