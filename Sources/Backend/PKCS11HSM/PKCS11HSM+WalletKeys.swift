// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import HSM

extension PKCS11HSM {
    /// Creates the pair on the token. Safe to retry: a pair that was not returned is destroyed with its session.
    package func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey {
        let wrapping = walletKeyWrapping
        return try await pool.perform { session, handle in try wrapping.make(boundTo: binding, &session, handle) }
    }

    /// Unwraps the key and signs on the token. A digest of another length is refused here, because a token may sign it.
    package func sign(digest: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8] {
        guard digest.count == SHA256Digest.byteCount else { throw HSMError(.wrongDigestLength, "a digest that is not 32 bytes") }
        let wrapping = walletKeyWrapping
        return try await pool.perform { session, handle in
            try wrapping.sign(digest, withWrapped: wrapped, boundTo: binding, &session, handle)
        }
    }

    private var walletKeyWrapping: WalletKeyWrapping {
        WalletKeyWrapping(
            wrappingKey: secretKey(.walletKey(.walletKeyWrapping)), bindingKey: secretKey(.walletKey(.walletKeyBinding)))
    }
}
