// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension SealedStore {
    /// Whether the hardware holds the store's key: it alone can say of bytes that they were not made with it.
    static func keyExists(_ bridge: any EncryptionKeyBridge) async throws(WalletCoreError) -> Bool {
        do throws(EncryptionKeyError) {
            _ = try await bridge.decrypt([], with: encryptionKeyIdentifier)
            return true
        } catch {
            switch error {
            case .unknownKey: return false
            case .notDecryptable: return true
            case .failed: throw WalletCoreError(.unexpected, "the phone's hardware failed")
            }
        }
    }

    /// Wraps a new data key; the hardware makes its own key at this first use.
    static func wrap(_ dataKey: [UInt8], _ bridge: any EncryptionKeyBridge) async throws(WalletCoreError) -> [UInt8] {
        do throws(EncryptionKeyError) {
            return try await bridge.encrypt(dataKey, with: encryptionKeyIdentifier)
        } catch {
            throw WalletCoreError(.storeFull, "the phone's hardware could not keep the store's key")
        }
    }

    /// Unwraps the data key of an existing store.
    static func unwrap(_ wrapped: some Sequence<UInt8>, _ bridge: any EncryptionKeyBridge) async throws(WalletCoreError) -> [UInt8] {
        let dataKey: [UInt8]
        do throws(EncryptionKeyError) {
            dataKey = try await bridge.decrypt(Array(wrapped), with: encryptionKeyIdentifier)
        } catch {
            switch error {
            case .unknownKey: throw WalletCoreError(.storeDamaged, "the store's key is not in this phone's hardware")
            case .notDecryptable: throw WalletCoreError(.storeDamaged, "the store was sealed on another phone, or its key was changed")
            case .failed: throw WalletCoreError(.unexpected, "the phone's hardware failed")
            }
        }
        guard dataKey.count == ValueSeal.keyLength else { throw WalletCoreError(.storeDamaged, "the store's key has another length") }
        return dataKey
    }
}
