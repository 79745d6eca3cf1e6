// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import HSM

extension PKCS11HSM {
    /// Creates the pair on the token. Safe to retry: a pair that was not returned is destroyed with its session.
    package func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey {
        let wrapping = walletKeyWrapping
        return try await pool.perform { session, handle in try wrapping.make(boundTo: binding, &session, handle) }
    }

    /// Hashes the bytes here, then unwraps the key and signs on the token.
    package func sign(_ bytes: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8] {
        let wrapping = walletKeyWrapping
        let digest = Array(SHA256.hash(data: bytes))
        return try await pool.perform { session, handle in
            try wrapping.sign(digest, withWrapped: wrapped, boundTo: binding, &session, handle)
        }
    }

    private var walletKeyWrapping: WalletKeyWrapping {
        WalletKeyWrapping(
            wrappingKey: secretKey(.walletKey(.walletKeyWrapping)), bindingKey: secretKey(.walletKey(.walletKeyBinding)))
    }
}
