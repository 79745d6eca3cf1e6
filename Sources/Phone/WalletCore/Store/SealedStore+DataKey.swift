// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

extension SealedStore {
    /// Returns true if the hardware has a key of that name. Only then can the hardware report that the bytes were encrypted with a
    /// different key.
    static func keyExists(
        _ bridge: any EncryptionKeyBridge, _ identifier: String = encryptionKeyIdentifier
    ) async throws(WalletCoreError) -> Bool {
        do throws(EncryptionKeyError) {
            _ = try await bridge.decrypt([], with: identifier)
            return true
        } catch {
            switch error {
            case .unknownKey: return false
            case .notDecryptable: return true
            case .notAvailableYet: throw .waitingForPhone
            case .notAnswering: throw .notAnswering
            case .failed: throw .failingHardware
            }
        }
    }

    /// Wraps a new data key; the hardware makes its own key on this first use.
    static func wrap(_ dataKey: [UInt8], _ bridge: any EncryptionKeyBridge) async throws(WalletCoreError) -> [UInt8] {
        do throws(EncryptionKeyError) {
            return try await bridge.encrypt(dataKey, with: encryptionKeyIdentifier)
        } catch {
            throw error.withReason(.hardwareFailed, "the phone's hardware could not make the store's key")
        }
    }

    /// Unwraps the data key of an existing store.
    ///
    /// A copy of another phone's store is not damage. It is certain if this hardware never had a store, or if the bytes are those that another
    /// key has encrypted.
    ///
    /// - Throws: `storeOfOtherPhone`, `storeDamaged`, `notAvailableYet`, `hardwareFailed`.
    static func unwrap(_ wrapped: WrappedKey, _ bridge: any EncryptionKeyBridge) async throws(WalletCoreError) -> [UInt8] {
        let dataKey: [UInt8]
        do throws(EncryptionKeyError) {
            dataKey = try await bridge.decrypt(wrapped.ciphertext, with: encryptionKeyIdentifier)
        } catch {
            switch error {
            case .unknownKey:
                guard try await keyExists(bridge, memoryIdentifier) else { throw .storeOfOtherPhone }
                throw WalletCoreError(.storeDamaged, "this phone's hardware has lost the store's key")
            case .notDecryptable:
                guard wrapped.isIntact else { throw WalletCoreError(.storeDamaged, "the store's wrapped key was changed") }
                try await requireWorkingKey(bridge)
                throw .storeOfOtherPhone
            case .notAvailableYet: throw .waitingForPhone
            case .notAnswering: throw .notAnswering
            case .failed: throw .failingHardware
            }
        }
        guard dataKey.count == ValueSeal.keyLength else { throw WalletCoreError(.storeDamaged, "the store's key has another length") }
        return dataKey
    }

    /// Passes if the hardware can use the store's key. Some hardware reports every failure as bytes of another key; the owner's wallet must not look
    /// like a copy then.
    private static func requireWorkingKey(_ bridge: any EncryptionKeyBridge) async throws(WalletCoreError) {
        let probe: [UInt8] = [0x70]
        let answer: [UInt8]
        do throws(EncryptionKeyError) {
            answer = try await bridge.decrypt(
                try await bridge.encrypt(probe, with: encryptionKeyIdentifier), with: encryptionKeyIdentifier)
        } catch {
            throw error.withReason(.hardwareFailed, "the phone's hardware cannot use the store's key")
        }
        guard answer == probe else { throw .failingHardware }
    }

    /// Records in the hardware that this phone has a store: from then on no other state counts as a first start.
    ///
    /// The record is made after the first store is complete and before that store is used. After a kill in between the store is complete,
    /// and there is no registration yet. A store of an app version without this record gets the record when opened, as soon as the hardware
    /// has space.
    static func remember(_ bridge: any EncryptionKeyBridge) async throws(WalletCoreError) {
        guard try await !keyExists(bridge, memoryIdentifier) else { return }
        do throws(EncryptionKeyError) {
            _ = try await bridge.encrypt([], with: memoryIdentifier)
        } catch {
            throw error.withReason(.hardwareFailed, "the phone's hardware could not keep that there is a store")
        }
    }

    /// Passes if the hardware has no record of a store.
    ///
    /// - Throws: `storeDamaged`: the file is not the store that this phone created.
    static func requireFirstStart(_ bridge: any EncryptionKeyBridge) async throws(WalletCoreError) {
        guard try await keyExists(bridge, memoryIdentifier) else { return }
        throw WalletCoreError(.storeDamaged, "this phone has had a store, and now an empty store or none is at its place")
    }
}
