// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

extension EncryptionKeyError {
    /// The core's error for a refused encryption: `notAvailableYet` while the phone waits for its user, `hardwareFailed` if it does not
    /// answer, otherwise the given code.
    func withReason(_ code: WalletCoreError.Code, _ reason: String) -> WalletCoreError {
        switch self {
        case .notAvailableYet: .waitingForPhone
        case .notAnswering: .notAnswering
        case .unknownKey, .notDecryptable, .failed: WalletCoreError(code, reason)
        }
    }
}

extension WalletCoreError {
    /// The phone was not unlocked since its start.
    static var waitingForPhone: WalletCoreError {
        WalletCoreError(.notAvailableYet, "the phone was not unlocked since its start")
    }

    /// The hardware could not use a key.
    static var failingHardware: WalletCoreError { WalletCoreError(.hardwareFailed, "the phone's hardware failed") }

    /// The phone did not answer within the time limit of a call, or still has not answered an earlier call. Nothing counts as lost or
    /// damaged.
    static var notAnswering: WalletCoreError { WalletCoreError(.hardwareFailed, "the phone did not answer in time") }

    /// The store is not this phone's.
    static var storeOfOtherPhone: WalletCoreError {
        WalletCoreError(.storeOfOtherPhone, "the store was sealed on another phone, or before this phone was reset")
    }
}
