// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// The app's pictures.
@nonexhaustive public enum Illustration: String, Sendable, Hashable, Codable, CaseIterable {
    /// Cards slide into the wallet (UC1.1/1.1).
    case addingCards = "intro-cards"
    /// A fingerprint opens a lock (UC1.1/1.2).
    case secureLogin = "intro-login"
    /// One line of a card moves across while the rest stays (UC1.1/1.3).
    case sharing = "intro-share"
    /// The user's control over privacy (UC1.1/1.4).
    case privacy
    /// A face (UC2.1/1.3).
    case biometrics
    /// A fingerprint (UC2.1/1.3).
    case fingerprint
    /// The wallet is secured (UC2.1/1.5).
    case secured = "pin-secured"
    /// The deletion code (UC2.1/1.6).
    case deletionCode = "deletion-code"
    case forgotPIN = "pin-forgotten"
    /// Failed attempts to unlock the wallet.
    case wrongTries = "pin-wrong"
    /// A delay runs before the next attempt.
    case temporarilyBlocked = "blocked-temporarily"
    case blocked = "blocked-permanently"
    /// Error: Device Insecure.
    case deviceInsecure = "device-insecure"
    /// Error: No Internet.
    case noInternet = "no-internet"
    /// Error: Server Unreachable.
    case serverUnreachable = "server-unreachable"
    case genericError = "error"
    /// Error: the wallet's store is damaged.
    case storeDamaged = "store-damaged"
    /// Error: the phone has no room for the wallet's store.
    case storeFull = "store-full"
    /// Error: the wallet and the key of this phone do not belong together, or the key does not answer.
    case phoneKey = "phone-key"
    /// Error: the phone was not unlocked since its start.
    case phoneLocked = "phone-locked"
    /// Error: the phone's clock is wrong.
    case clockWrong = "clock-wrong"
    /// Error: a card issuer failed.
    case issuerFailed = "issuer-failed"
    /// A login that failed (UC3.1/2.1).
    case loginFailed = "login-failed"
    /// Error: a session is over.
    case sessionExpired = "session-expired"
    /// Data that is not correct (UC3.1/5.1).
    case dataRejected = "data-rejected"
    /// The camera may not be used (UC9.9/2.1).
    case cameraNeeded = "camera-needed"
    /// A newer version (PF1.4).
    case update
    /// Deletion of data (UC9.4).
    case remove
    /// Transfer to another phone (UC9.1/3.1).
    case transfer
    /// The help desk.
    case contact
    /// A flow that is not built yet.
    case notBuilt = "not-built"
    case help
}

extension Illustration {
    /// A face or a fingerprint, to match the phone's sensor.
    static func biometrics(_ kind: BiometricKind) -> Illustration {
        switch kind {
        case .faceID, .face: .biometrics
        case .touchID, .fingerprint: .fingerprint
        }
    }
}

extension ListIcon {
    /// A face or a fingerprint, to match the phone's sensor.
    static func biometrics(_ kind: BiometricKind) -> ListIcon {
        switch kind {
        case .faceID, .face: .faceID
        case .touchID, .fingerprint: .fingerprint
        }
    }
}
