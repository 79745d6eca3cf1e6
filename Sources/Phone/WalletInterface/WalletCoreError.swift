// SPDX-License-Identifier: EUPL-1.2

/// Why a call of the core did not do what it was asked.
///
/// Equality looks at the code only. The reason is for developers: it holds no personal value and no secret.
package struct WalletCoreError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, in the terms that the app distinguishes.
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
        /// Another observer has the stream: another user interface is bound to the core.
        case observerPresent
        /// The update policy blocks this version of the app (PF1.4).
        case versionBlocked
        /// The update policy has expired: `applyUpdatePolicy` renews it, or says why it cannot (PF1.4/1.1d, 1.1e).
        case policyExpired
        /// The call needs an unlocked wallet.
        case locked
        /// The device has no connection; nothing was sent.
        case noInternet
        /// The provider does not answer, or not as the protocol says. The outcome may be unknown; a retry repeats the same bytes.
        case serverUnreachable
        /// The device fails app or key attestation, for this reason.
        case deviceInsecure(DeviceInsecurity)
        /// The provider does not know this wallet any more, or refuses it for good.
        case walletRejected
        /// The wallet was revoked (PF2.10): `determineWalletStatus` says by whom, and `wipe` is the way on.
        case walletRevoked
        /// The store cannot be read: damaged, or not this phone's.
        case storeDamaged
        /// The store was written by a newer version of the app.
        case storeTooNew
        /// The store cannot be written: the disk is full or not writable. Nothing was changed.
        case storeFull
        /// Cards are not obtained, or a PIN not recovered, for this reason.
        case issuance(IssuanceProblem)
        /// Something that should not happen.
        case unexpected
    }

    /// How it is treated: what may be logged, and how loud.
    package enum Category: String, Sendable, Hashable {
        /// Happens in ordinary use.
        case expected
        /// The wallet cannot go on without help.
        case critical
        /// A fault of ours.
        case unexpected
    }

    /// What went wrong.
    package let code: Code
    /// For developers.
    package let reason: String

    /// Code and reason, for developers.
    package var description: String { "\(code): \(reason)" }

    /// The code's category.
    package var category: Category {
        switch code {
        case .noInternet, .serverUnreachable, .policyExpired, .locked, .notRegistered, .storeFull, .deviceInsecure, .issuance: .expected
        case .walletRejected, .walletRevoked, .versionBlocked, .storeDamaged, .storeTooNew: .critical
        case .platformMissing, .platformAlreadySet, .notInitialized, .alreadyInitialized, .alreadyRegistered, .observerPresent, .unexpected:
            .unexpected
        }
    }

    /// - Parameters:
    ///   - code: what the caller decides by.
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

/// What was found wrong with the device; the Device Insecure screen names it.
package enum DeviceInsecurity: String, Sendable, Hashable {
    /// The device is rooted or jailbroken.
    case rooted
    /// The device has no hardware that can attest a key.
    case attestationNotSupported
    /// The provider refused the attestation.
    case attestationRejected
}
