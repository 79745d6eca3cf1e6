// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// The app's pictures.
package enum Illustration: String, Sendable, Hashable, CaseIterable {
    /// Cards slide into the wallet (UC1.1/1.1).
    case addingCards = "intro-cards"
    /// A fingerprint opens a lock (UC1.1/1.2).
    case secureLogin = "intro-login"
    /// One line of a card crosses over while the rest stays (UC1.1/1.3).
    case sharing = "intro-share"
    /// You decide (UC1.1/1.4).
    case privacy
    /// A face (UC2.1/1.3).
    case biometrics
    /// A finger (UC2.1/1.3).
    case fingerprint
    /// The wallet is secured (UC2.1/1.5).
    case secured = "pin-secured"
    /// The deletion code (UC2.1/1.6).
    case deletionCode = "deletion-code"
    /// Forgot PIN.
    case forgotPIN = "pin-forgotten"
    /// Somebody tried to open the wallet.
    case wrongTries = "pin-wrong"
    /// A wait runs.
    case temporarilyBlocked = "blocked-temporarily"
    /// Blocked for good.
    case blocked = "blocked-permanently"
    /// Error: Device Insecure.
    case deviceInsecure = "device-insecure"
    /// Error: No Internet.
    case noInternet = "no-internet"
    /// Error: Server Unreachable.
    case serverUnreachable = "server-unreachable"
    /// Error: Generic.
    case genericError = "error"
    /// A newer version (PF1.4).
    case update
    /// Data that is deleted (UC9.4).
    case remove
    /// To another phone (UC9.1/3.1).
    case transfer
    /// The help desk.
    case contact
    /// A flow that is not built yet.
    case notBuilt = "not-built"
    /// Help.
    case help
}

extension Illustration {
    /// A face or a finger, as the phone has a sensor for it.
    static func biometrics(_ kind: BiometricKind) -> Illustration { kind == .fingerprint ? .fingerprint : .biometrics }
}
