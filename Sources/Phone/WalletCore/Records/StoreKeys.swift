// SPDX-License-Identifier: EUPL-1.2

extension StoreKey where Value == Registration {
    /// There from the registration on; its absence means that there is no remote PIN.
    static var registration: Self { Self(.account, "registration") }
}

extension StoreKey where Value == Int64 {
    /// The last sequence number that was or may have been sent.
    static var sequenceNumber: Self { Self(.account, "sequence_number") }
}

extension StoreKey where Value == StoredRevocationCode {
    /// The deletion code.
    static var revocationCode: Self { Self(.account, "revocation_code") }
}

extension StoreKey where Value == PendingDeviceKey {
    /// The device key of a registration that is not finished.
    static var pendingDeviceKey: Self { Self(.pending, "device_key") }
}

extension StoreKey where Value == PendingRegistration {
    /// A registration that may have reached the provider.
    static var pendingRegistration: Self { Self(.pending, "registration") }
}

extension StoreKey where Value == PendingPINChange {
    /// A PIN change that may have reached the provider and is not settled.
    static var pendingPINChange: Self { Self(.pending, "pin_change") }
}

extension StoreKey where Value == BiometricPreference {
    /// There while biometric unlock is enabled.
    static var biometrics: Self { Self(.preference, "biometric_unlock") }
}

extension StoreKey where Value == StoredLink {
    /// There while a universal link waits.
    static var pendingLink: Self { Self(.pending, "link") }
}

extension StoreKey where Value == Double {
    /// The user's own time without activity, in seconds; not there while it is the configured one.
    static var inactivityTimeout: Self { Self(.preference, "inactivity_timeout") }
}

extension StoreKey where Value == StickyBlock {
    /// There once this version of the app was blocked.
    static var stickyBlock: Self { Self(.preference, "blocked_version") }
}

extension StoreKey where Value == String {
    /// The user's own language; not there while it is the phone's.
    static var language: Self { Self(.preference, "language") }
}

extension StoreKey where Value == StoredWrongTries {
    /// There while wrong PINs were entered since the wallet was opened last.
    static var wrongTries: Self { Self(.account, "wrong_tries") }
}

extension StoreKey where Value == Int {
    /// How many wrong PINs the user is still to be told of; not there when there are none.
    static var untoldTries: Self { Self(.account, "untold_tries") }
}

extension StoreKey where Value == StoredRecentTries {
    /// There while the provider reports many wrong PINs of the last weeks.
    static var recentTries: Self { Self(.account, "recent_tries") }
}

extension StoreKey where Value == StoredPINPractice {
    /// There once face or finger has opened the wallet since its PIN was entered.
    static var pinPractice: Self { Self(.preference, "pin_practice") }
}
