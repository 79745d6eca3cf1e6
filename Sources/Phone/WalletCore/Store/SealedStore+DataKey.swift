// SPDX-License-Identifier: EUPL-1.2

import Foundation
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

    /// The longest ciphertext that the core stores, in bytes.
    static let longestCiphertext = 4096

    /// Wraps a new data key; the hardware makes its own key on this first use.
    ///
    /// Nothing is sealed with the data key before the hardware has kept two promises: its ciphertext does not contain the key (KEY-06), and
    /// it decrypts to the key (KEY-01). Otherwise the file would reveal the data key, or the next start could not open it.
    ///
    /// - Parameter identifier: the app's name for the hardware's key.
    /// - Throws: `hardwareFailed`, `notAvailableYet`.
    static func wrap(
        _ dataKey: [UInt8], with identifier: String = encryptionKeyIdentifier, _ bridge: any EncryptionKeyBridge
    ) async throws(WalletCoreError) -> [UInt8] {
        let ciphertext: [UInt8]
        var returned: [UInt8]
        do throws(EncryptionKeyError) {
            ciphertext = try await bridge.encrypt(dataKey, with: identifier)
            returned = try await bridge.decrypt(ciphertext, with: identifier)
        } catch {
            throw error.withReason(.hardwareFailed, "the phone's hardware could not wrap a key")
        }
        defer { returned.overwrite() }
        guard ciphertext.count <= longestCiphertext, ciphertext.firstRange(of: dataKey) == nil, returned == dataKey else {
            throw WalletCoreError(.hardwareFailed, "the phone's hardware does not encrypt as it promises")
        }
        return ciphertext
    }

    /// Unwraps the data key of an existing store.
    ///
    /// A copy of another phone's store is not damage. It is certain if this hardware never had a store, or if the bytes are those that
    /// another key has encrypted.
    ///
    /// - Throws: `storeOfOtherPhone`, `storeDamaged`, `notAvailableYet`, `hardwareFailed`.
    static func unwrap(_ wrapped: WrappedDataKey, _ bridge: any EncryptionKeyBridge) async throws(WalletCoreError) -> [UInt8] {
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
        guard dataKey.count == ValueSeal.keyLength else {
            if wrapped.isIntact { try await requireWorkingKey(bridge) }
            throw WalletCoreError(.storeDamaged, "the store's key has another length")
        }
        return dataKey
    }

    /// Verifies the sentinel with the unwrapped data key.
    ///
    /// If the sentinel does not open, the file may be damaged, or the hardware has decrypted the wrapped key to other bytes (KEY-01). The
    /// owner of a whole wallet must not be told that it is damaged.
    ///
    /// - Throws: `storeDamaged`; `hardwareFailed` if the hardware does not encrypt and decrypt; `notAvailableYet`.
    static func prove(
        _ sentinel: Data, in file: StoreFile, with seal: ValueSeal, _ wrapped: WrappedDataKey, _ bridge: any EncryptionKeyBridge
    ) async throws(WalletCoreError) -> SentinelChain {
        do throws(WalletCoreError) {
            return try file.read { try Sentinel.prove(sentinel, $0, with: seal) }
        } catch {
            if error.code == .storeDamaged, wrapped.isIntact { try await requireWorkingKey(bridge) }
            throw error
        }
    }

    /// Passes if the hardware can use a key that exists. Some hardware reports every failure as bytes of another key; the owner's wallet
    /// must not look like a copy then.
    static func requireWorkingKey(
        _ bridge: any EncryptionKeyBridge, _ identifier: String = encryptionKeyIdentifier
    ) async throws(WalletCoreError) {
        let probe: [UInt8] = [0x70]
        let answer: [UInt8]
        do throws(EncryptionKeyError) {
            answer = try await bridge.decrypt(try await bridge.encrypt(probe, with: identifier), with: identifier)
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
        // The first encryption makes the key (KEY-01). Without the key, an empty store in this store's place would look like a first start.
        guard try await keyExists(bridge, memoryIdentifier) else {
            throw WalletCoreError(.hardwareFailed, "the phone's hardware did not keep that there is a store")
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
