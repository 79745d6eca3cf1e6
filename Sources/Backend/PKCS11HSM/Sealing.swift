// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import HSM

/// AES-256-GCM on the token. Format: one format byte (1), nonce (12 bytes), ciphertext, tag (16 bytes). The format byte is authenticated,
/// too.
enum Sealing {
    private static let format: UInt8 = 1
    private static let nonceLength = 12
    private static let tagLength = 16

    static func seal(
        _ plaintext: [UInt8], _ associatedData: [UInt8], under key: TokenKey, _ session: inout TokenSession, _ handle: UInt
    ) throws -> [UInt8] {
        let nonce = try session.module.random(handle, count: nonceLength)
        let ciphertext = try session.module.encrypt(
            handle, key: session.handle(of: key), nonce: nonce, associatedData: [format] + associatedData, plaintext)
        guard ciphertext.count == plaintext.count + tagLength else { throw HSMError(.unavailable, "a ciphertext of another length") }
        return [format] + nonce + ciphertext
    }

    static func open(
        _ sealed: [UInt8], _ associatedData: [UInt8], under key: TokenKey, _ session: inout TokenSession, _ handle: UInt
    ) throws -> [UInt8] {
        guard sealed.first == format, sealed.count >= 1 + nonceLength + tagLength else { throw notAuthentic }
        let object = try session.handle(of: key)
        do {
            return try session.module.decrypt(
                handle, key: object, nonce: Array(sealed[1...nonceLength]), associatedData: [format] + associatedData,
                Array(sealed.dropFirst(1 + nonceLength)))
        } catch {
            guard try isVerdict(error, under: object, session.module, handle) else { throw error }
            throw notAuthentic
        }
    }

    /// Returns true if a failed decryption proves that the ciphertext is wrong, and not that the token failed.
    ///
    /// Modules return different codes for a wrong tag; SoftHSM's `CKR_GENERAL_ERROR` is ambiguous. In this case the same key decrypts a
    /// ciphertext known to be right. If that succeeds, the rejected ciphertext was wrong.
    private static func isVerdict(_ failure: CryptokiFailure, under key: UInt, _ module: any Cryptoki, _ handle: UInt) throws -> Bool {
        guard failure.function == "C_Decrypt" else { return false }
        switch failure.code {
        case CKR_ENCRYPTED_DATA_INVALID, CKR_ENCRYPTED_DATA_LEN_RANGE, CKR_SIGNATURE_INVALID, aeadDecryptFailed:
            return true
        case CKR_GENERAL_ERROR, CKR_FUNCTION_FAILED, CKR_DATA_INVALID, CKR_DATA_LEN_RANGE:
            let nonce = try module.random(handle, count: nonceLength)
            let known = try module.encrypt(handle, key: key, nonce: nonce, associatedData: [format], nonce)
            return try module.decrypt(handle, key: key, nonce: nonce, associatedData: [format], known) == nonce
        default:
            return false
        }
    }

    /// `CKR_AEAD_DECRYPT_FAILED` of version 3.0.
    private static let aeadDecryptFailed: UInt = 0x42

    private static let notAuthentic = HSMError(.notAuthentic, "not sealed by this HSM for this purpose and associated data")
}
