// SPDX-License-Identifier: EUPL-1.2

import Foundation

extension StoreKey where Value == Registration {
    /// Present after the registration; its absence means that there is no remote PIN.
    static var registration: Self { Self(.account, "registration") }
}

extension StoreKey where Value == Int64 {
    /// The last sequence number that was sent or may have been.
    static var sequenceNumber: Self { Self(.account, "sequence_number") }

    /// The number of events ever.
    static var eventCount: Self { Self(.account, "event_count") }

    /// The number of the first event with links; absent if there is none. All that follow have links.
    static var firstLinkedEvent: Self { Self(.account, "first_linked_event") }

    /// The number of the first event that the person has not deleted together with all before it; absent if there is none.
    static var historyStart: Self { Self(.account, "history_from") }
}

extension StoreKey where Value == StoredRevocationCode {
    /// The deletion code.
    static var revocationCode: Self { Self(.account, "revocation_code") }
}

extension StoreKey where Value == PendingDeviceKey {
    /// The device key of an unfinished registration.
    static var pendingDeviceKey: Self { Self(.pending, "device_key") }
}

extension StoreKey where Value == PendingRegistration {
    /// A registration that may have reached the provider.
    static var pendingRegistration: Self { Self(.pending, "registration") }
}

extension StoreKey where Value == PendingPINChange {
    /// A PIN change that may have reached the provider and is not resolved.
    static var pendingPINChange: Self { Self(.pending, "pin_change") }
}

extension StoreKey where Value == BiometricPreference {
    /// Present while biometric unlock is enabled.
    static var biometrics: Self { Self(.preference, "biometric_unlock") }
}

extension StoreKey where Value == StoredLink {
    /// Present while a universal link is pending.
    static var pendingLink: Self { Self(.pending, "link") }
}

extension StoreKey where Value == Date {
    /// The arrival of a link that has expired, by the phone's wall clock; absent once the user has seen the report.
    static var expiredLink: Self { Self(.pending, "expired_link") }
}

extension StoreKey where Value == Double {
    /// The user's idle time, in seconds; absent for the configured time.
    static var inactivityTimeout: Self { Self(.preference, "inactivity_timeout") }
}

extension StoreKey where Value == StickyBlock {
    /// Present after this version of the app was blocked.
    static var stickyBlock: Self { Self(.preference, "blocked_version") }
}

extension StoreKey where Value == String {
    /// The user's language; absent for the phone's language.
    static var language: Self { Self(.preference, "language") }
}

extension StoreKey where Value == StoredWrongTries {
    /// Present if wrong PINs were entered since the last unlock.
    static var wrongTries: Self { Self(.account, "wrong_tries") }
}

extension StoreKey where Value == Int {
    /// The number of wrong PINs not yet reported to the user; absent for none.
    static var unreportedTries: Self { Self(.account, "untold_tries") }
}

extension StoreKey where Value == StoredRecentTries {
    /// Present while the provider reports many wrong PINs in the last weeks.
    static var recentTries: Self { Self(.account, "recent_tries") }
}

extension StoreKey where Value == StoredPINPractice {
    /// Present after a biometric unlock since the last PIN entry.
    static var pinPractice: Self { Self(.preference, "pin_practice") }
}

extension StoreKey where Value == Bool {
    /// True while the person has switched the history off; absent otherwise.
    static var historyOff: Self { Self(.preference, "history_off") }
}
