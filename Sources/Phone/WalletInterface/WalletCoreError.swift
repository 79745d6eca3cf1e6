// SPDX-License-Identifier: EUPL-1.2

/// An error of a call of the core.
///
/// Equality compares only the code. The reason is for developers and contains no personal value and no secret.
package struct WalletCoreError: Error, Sendable, CustomStringConvertible {
    /// The error, as far as the app distinguishes it.
    package enum Code: Sendable, Hashable {
        /// `initPlatformSupport` was not called yet.
        case platformMissing
        /// `initPlatformSupport` was called a second time.
        case platformAlreadySet
        /// `initialize` was not called yet, or failed, or the core is erasing the wallet.
        case notInitialized
        /// `initialize` was called a second time.
        case alreadyInitialized
        /// There is no remote PIN yet.
        case notRegistered
        /// There is a remote PIN already.
        case alreadyRegistered
        /// The stream already has an observer: another user interface is bound to the core.
        case observerPresent
        /// The update policy blocks this version of the app (PF1.4).
        case versionBlocked
        /// The update policy has expired: `applyUpdatePolicy` renews it, or throws the reason why it cannot (PF1.4/1.1d, 1.1e).
        case policyExpired
        /// The call needs an unlocked wallet.
        case locked
        /// The device has no connection; nothing was sent.
        case noInternet
        /// The provider does not answer, or its response is malformed. The outcome may be unknown; a retry repeats the identical request.
        case serverUnreachable
        /// The phone's clock is wrong, and the wallet has no signed answer to correct it by: its user must set the clock. Nothing changed;
        /// the call can be repeated.
        case clockWrong
        /// The device fails app or key attestation, for this reason.
        case deviceInsecure(DeviceInsecurity)
        /// The provider no longer knows this wallet, or refuses it permanently.
        case walletRejected
        /// The wallet was revoked (PF2.10): `determineWalletStatus` returns by whom, and `wipe` is the next step.
        case walletRevoked
        /// The hardware does not have the device key, and the wallet is registered with that key: no PIN can be checked any more. Never for
        /// a phone that was not unlocked yet (`notAvailableYet`), nor for hardware that fails (`hardwareFailed`).
        case deviceKeyLost
        /// The store cannot be read: it is damaged or missing, or this phone has lost the store's key.
        case storeDamaged
        /// The store is a copy of another phone's store, or of this phone's before it was reset. Nothing is damaged.
        case storeOfOtherPhone
        /// The phone does not give access to files and keys yet: it was not unlocked since its start. Nothing is damaged, and nothing
        /// changed; the call succeeds once the user has unlocked the phone.
        case notAvailableYet
        /// The store was written by a newer version of the app.
        case storeTooNew
        /// The store cannot be written: the disk is full or not writable. Nothing changed.
        case storeFull
        /// The phone's key hardware failed, or refuses to make or delete a key, or the phone cannot read a file. Nothing is lost; the call
        /// can be repeated.
        case hardwareFailed
        /// An issuance or a PIN recovery failed, for this reason.
        case issuance(IssuanceProblem)
        /// Sharing or logging in failed, for this reason.
        case sharing(SharingProblem)
        /// A scan ended without a code, for this reason.
        case camera(CameraProblem)
        /// An internal error.
        case unexpected
    }

    package let code: Code
    /// An explanation for developers.
    package let reason: String

    /// Code and reason, for developers.
    package var description: String { "\(code): \(reason)" }

    /// - Parameters:
    ///   - code: the code that callers switch over.
    ///   - reason: for developers; no secret and no personal value.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension WalletCoreError: Equatable {
    /// Compares the codes.
    package static func == (left: WalletCoreError, right: WalletCoreError) -> Bool {
        left.code == right.code
    }
}

/// The reason that a device is insecure, which the Device Insecure screen names.
package enum DeviceInsecurity: String, Sendable, Hashable {
    /// The device is rooted or jailbroken.
    case rooted
    /// The device has no hardware that can attest a key.
    case attestationNotSupported
    /// The provider refused the attestation.
    case attestationRejected
}
