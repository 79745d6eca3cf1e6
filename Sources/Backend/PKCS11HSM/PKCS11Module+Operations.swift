// SPDX-License-Identifier: EUPL-1.2

import CPKCS11

extension PKCS11Module {
    /// `C_GenerateRandom`.
    package func random(_ session: UInt, count: Int) throws(CryptokiFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try call("C_GenerateRandom") { unsafe $0.C_GenerateRandom?(session, &bytes, UInt(count)) }
        return bytes
    }

    /// `C_SignInit`, `C_Sign`.
    package func sign(_ session: UInt, mechanism: UInt, key: UInt, _ bytes: [UInt8], limit: Int) throws(CryptokiFailure) -> [UInt8] {
        var mechanism = unsafe CK_MECHANISM(mechanism: mechanism, pParameter: nil, ulParameterLen: 0)
        try call("C_SignInit") { unsafe $0.C_SignInit?(session, &mechanism, key) }
        var input = Input(bytes)
        var output = [UInt8](repeating: 0, count: limit)
        var length = UInt(limit)
        try call("C_Sign") { unsafe $0.C_Sign?(session, &input.bytes, input.count, &output, &length) }
        return Array(output.prefix(Int(length)))
    }

    /// `C_EncryptInit`, `C_Encrypt`.
    package func encrypt(
        _ session: UInt, key: UInt, nonce: [UInt8], associatedData: [UInt8], _ plaintext: [UInt8]
    ) throws(CryptokiFailure) -> [UInt8] {
        try call("C_EncryptInit") { functions in
            unsafe withGCM(nonce, associatedData) { mechanism in unsafe functions.C_EncryptInit?(session, mechanism, key) }
        }
        var input = Input(plaintext)
        var output = [UInt8](repeating: 0, count: plaintext.count + Self.tagLength)
        var length = UInt(output.count)
        try call("C_Encrypt") { unsafe $0.C_Encrypt?(session, &input.bytes, input.count, &output, &length) }
        return Array(output.prefix(Int(length)))
    }

    /// `C_DecryptInit`, `C_Decrypt`.
    package func decrypt(
        _ session: UInt, key: UInt, nonce: [UInt8], associatedData: [UInt8], _ ciphertext: [UInt8]
    ) throws(CryptokiFailure) -> [UInt8] {
        try call("C_DecryptInit") { functions in
            unsafe withGCM(nonce, associatedData) { mechanism in unsafe functions.C_DecryptInit?(session, mechanism, key) }
        }
        var input = Input(ciphertext)
        var output = [UInt8](repeating: 0, count: max(ciphertext.count, 1))
        var length = UInt(output.count)
        try call("C_Decrypt") { unsafe $0.C_Decrypt?(session, &input.bytes, input.count, &output, &length) }
        return Array(output.prefix(Int(length)))
    }

    private static let tagLength = 16

    /// Calls a function with the mechanism. Its parameters exist only during the call.
    private func withGCM<Value>(
        _ nonce: [UInt8], _ associatedData: [UInt8], _ body: (UnsafeMutablePointer<CK_MECHANISM>) -> Value
    ) -> Value {
        var nonce = Input(nonce)
        var associatedData = Input(associatedData)
        return unsafe nonce.bytes.withUnsafeMutableBufferPointer { nonceBytes in
            unsafe associatedData.bytes.withUnsafeMutableBufferPointer { dataBytes in
                var parameters = unsafe CK_GCM_PARAMS(
                    pIv: nonceBytes.baseAddress, ulIvLen: nonce.count, ulIvBits: nonce.count * 8, pAAD: dataBytes.baseAddress,
                    ulAADLen: associatedData.count, ulTagBits: UInt(Self.tagLength * 8))
                return unsafe withUnsafeMutablePointer(to: &parameters) { pointer in
                    var mechanism = unsafe CK_MECHANISM(
                        mechanism: CKM_AES_GCM, pParameter: UnsafeMutableRawPointer(pointer),
                        ulParameterLen: UInt(MemoryLayout<CK_GCM_PARAMS>.size))
                    return unsafe body(&mechanism)
                }
            }
        }
    }
}
