// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

extension EncryptionKeyError {
    /// The core's error for a refused encryption: `notAvailableYet` while the phone waits for its user, otherwise the given code.
    func withReason(_ code: WalletCoreError.Code, _ reason: String) -> WalletCoreError {
        self == .notAvailableYet ? .waitingForPhone : WalletCoreError(code, reason)
    }
}

extension WalletCoreError {
    /// The phone was not unlocked since its start.
    static var waitingForPhone: WalletCoreError {
        WalletCoreError(.notAvailableYet, "the phone was not unlocked since its start")
    }

    /// The hardware could not use a key.
    static var failingHardware: WalletCoreError { WalletCoreError(.hardwareFailed, "the phone's hardware failed") }

    /// The store is not this phone's.
    static var storeOfOtherPhone: WalletCoreError {
        WalletCoreError(.storeOfOtherPhone, "the store was sealed on another phone, or before this phone was reset")
    }
}
