// SPDX-License-Identifier: EUPL-1.2

/// The required part of PKCS#11 with safe types. Each function calls one or a few functions of PKCS#11.
///
/// The functions block. Threads may call them concurrently with different sessions. Each throws `CryptokiFailure` with the return value of
/// the PKCS#11 function.
///
/// - SeeAlso: PKCS #11 Cryptographic Token Interface Base Specification Version 2.40, OASIS.
package protocol Cryptoki: Sendable {
    /// `C_Initialize` for several threads. Returns false if the process had already initialised the module.
    func initialize() throws(CryptokiFailure) -> Bool
    /// `C_Finalize`. No other function may be running.
    func finalize() throws(CryptokiFailure)
    /// `C_GetSlotList`, limited to slots with a token.
    func slots() throws(CryptokiFailure) -> [UInt]
    /// `C_GetTokenInfo`: the label without its padding.
    func tokenLabel(slot: UInt) throws(CryptokiFailure) -> String
    /// `C_OpenSession`.
    func openSession(slot: UInt, writing: Bool) throws(CryptokiFailure) -> UInt
    /// `C_CloseSession`.
    func closeSession(_ session: UInt) throws(CryptokiFailure)
    /// `C_Login` as the normal user.
    func login(_ session: UInt, pin: [UInt8]) throws(CryptokiFailure)
    /// `C_FindObjectsInit`, `C_FindObjects`, `C_FindObjectsFinal`: the handles of all objects with these attributes, at most 1000.
    func findObjects(_ session: UInt, _ template: [ObjectAttribute]) throws(CryptokiFailure) -> [UInt]
    /// `C_GetAttributeValue`: the values in the order of the types; nil for an attribute that is missing or hidden.
    func attributes(_ session: UInt, of object: UInt, _ types: [UInt]) throws(CryptokiFailure) -> [[UInt8]?]
    /// `C_SetAttributeValue`.
    func setAttributes(_ session: UInt, of object: UInt, _ values: [ObjectAttribute]) throws(CryptokiFailure)
    /// `C_GenerateKey`.
    func generateKey(_ session: UInt, mechanism: UInt, _ template: [ObjectAttribute]) throws(CryptokiFailure) -> UInt
    /// `C_GenerateKeyPair`.
    func generateKeyPair(
        _ session: UInt, mechanism: UInt, publicKey: [ObjectAttribute], privateKey: [ObjectAttribute]
    ) throws(CryptokiFailure) -> (publicKey: UInt, privateKey: UInt)
    /// `C_DestroyObject`.
    func destroyObject(_ session: UInt, _ object: UInt) throws(CryptokiFailure)
    /// `C_WrapKey` with a mechanism without parameter. The result has at most `limit` bytes.
    func wrapKey(_ session: UInt, mechanism: UInt, wrappingKey: UInt, key: UInt, limit: Int) throws(CryptokiFailure) -> [UInt8]
    /// `C_UnwrapKey` with a mechanism without parameter. Returns the handle of the new object, which has these attributes.
    func unwrapKey(
        _ session: UInt, mechanism: UInt, unwrappingKey: UInt, _ wrapped: [UInt8], _ template: [ObjectAttribute]
    ) throws(CryptokiFailure) -> UInt
    /// `C_GenerateRandom`.
    func random(_ session: UInt, count: Int) throws(CryptokiFailure) -> [UInt8]
    /// `C_SignInit`, `C_Sign` with a mechanism without parameter. The result has at most `limit` bytes.
    func sign(_ session: UInt, mechanism: UInt, key: UInt, _ bytes: [UInt8], limit: Int) throws(CryptokiFailure) -> [UInt8]
    /// `C_EncryptInit`, `C_Encrypt` with `CKM_AES_GCM` and a tag of 128 bits. Returns ciphertext and tag.
    func encrypt(
        _ session: UInt, key: UInt, nonce: [UInt8], associatedData: [UInt8], _ plaintext: [UInt8]
    ) throws(CryptokiFailure) -> [UInt8]
    /// `C_DecryptInit`, `C_Decrypt` with `CKM_AES_GCM` and a tag of 128 bits.
    func decrypt(
        _ session: UInt, key: UInt, nonce: [UInt8], associatedData: [UInt8], _ ciphertext: [UInt8]
    ) throws(CryptokiFailure) -> [UInt8]
}
