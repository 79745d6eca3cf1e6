// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
package import HSM

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A PKCS#11 module, loaded at run time and kept until the process ends.
///
/// A module's state is global to the process, so create only one `PKCS11HSM` per module.
package struct PKCS11Module: Cryptoki {
    /// The address of the module's function list, which is fixed while the module is loaded.
    let functionList: UInt

    /// Loads the shared library and gets its function list. Calls no other function.
    ///
    /// - Throws: `HSMError` with `file` if the library does not exist or is not a PKCS#11 module of version 2.
    package init(path: String) throws(HSMError) {
        guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw HSMError(.file, "\(path) cannot be loaded as a shared library")
        }
        guard let symbol = unsafe dlsym(library, "C_GetFunctionList") else {
            throw HSMError(.file, "\(path) is not a PKCS#11 module")
        }
        typealias GetFunctionList = @convention(c) (UnsafeMutablePointer<UnsafeMutablePointer<CK_FUNCTION_LIST>?>?) -> CK_RV
        let getFunctionList = unsafe unsafeBitCast(symbol, to: GetFunctionList.self)
        var list: UnsafeMutablePointer<CK_FUNCTION_LIST>?
        guard unsafe getFunctionList(&list) == CKR_OK, let list = unsafe list, unsafe list.pointee.version.major == 2 else {
            throw HSMError(.file, "\(path) is not a PKCS#11 module of version 2")
        }
        functionList = UInt(bitPattern: list)
    }

    /// Calls a function of the list. A missing function counts as `CKR_FUNCTION_NOT_SUPPORTED`.
    func call(_ name: String, _ body: (CK_FUNCTION_LIST) -> CK_RV?) throws(CryptokiFailure) {
        let result = value(body)
        guard result == CKR_OK else { throw CryptokiFailure(name, result) }
    }

    /// Calls a function of the list and returns its return value.
    func value(_ body: (CK_FUNCTION_LIST) -> CK_RV?) -> CK_RV {
        guard let list = unsafe UnsafePointer<CK_FUNCTION_LIST>(bitPattern: functionList) else { return CKR_FUNCTION_NOT_SUPPORTED }
        return unsafe body(list.pointee) ?? CKR_FUNCTION_NOT_SUPPORTED
    }
}

// MARK: - Module, token, session

extension PKCS11Module {
    /// Initialises the module with the system's locks (`C_Initialize`).
    ///
    /// - Returns: false if it was already initialised.
    package func initialize() throws(CryptokiFailure) -> Bool {
        var arguments = unsafe CK_C_INITIALIZE_ARGS()
        unsafe arguments.flags = CKF_OS_LOCKING_OK
        let result = value { unsafe $0.C_Initialize?(&arguments) }
        guard result == CKR_OK || result == CKR_CRYPTOKI_ALREADY_INITIALIZED else { throw CryptokiFailure("C_Initialize", result) }
        return result == CKR_OK
    }

    /// `C_Finalize`.
    package func finalize() throws(CryptokiFailure) {
        try call("C_Finalize") { $0.C_Finalize?(nil) }
    }

    /// Returns the slots that contain a token (`C_GetSlotList`).
    package func slots() throws(CryptokiFailure) -> [UInt] {
        var count: UInt = 0
        try call("C_GetSlotList") { unsafe $0.C_GetSlotList?(CK_BBOOL(CK_TRUE), nil, &count) }
        // Leave room for tokens that appear between the two calls.
        count += 8
        var slots = [UInt](repeating: 0, count: Int(count))
        try call("C_GetSlotList") { unsafe $0.C_GetSlotList?(CK_BBOOL(CK_TRUE), &slots, &count) }
        return Array(slots.prefix(Int(count)))
    }

    /// Returns the label of a slot's token, without padding (`C_GetTokenInfo`).
    package func tokenLabel(slot: UInt) throws(CryptokiFailure) -> String {
        var info = CK_TOKEN_INFO()
        try call("C_GetTokenInfo") { unsafe $0.C_GetTokenInfo?(slot, &info) }
        let padded = unsafe withUnsafeBytes(of: &info.label) { unsafe Array($0) }
        let end = padded.lastIndex { $0 != 0x20 && $0 != 0 }.map { $0 + 1 } ?? 0
        return String(decoding: padded[..<end], as: UTF8.self)
    }

    /// Opens a session and returns its handle (`C_OpenSession`).
    package func openSession(slot: UInt, writing: Bool) throws(CryptokiFailure) -> UInt {
        var session: UInt = 0
        let flags = CKF_SERIAL_SESSION | (writing ? CKF_RW_SESSION : 0)
        try call("C_OpenSession") { unsafe $0.C_OpenSession?(slot, flags, nil, nil, &session) }
        return session
    }

    /// `C_CloseSession`.
    package func closeSession(_ session: UInt) throws(CryptokiFailure) {
        try call("C_CloseSession") { $0.C_CloseSession?(session) }
    }

    /// `C_Login`.
    package func login(_ session: UInt, pin: [UInt8]) throws(CryptokiFailure) {
        var pin = Input(pin)
        try call("C_Login") { unsafe $0.C_Login?(session, CKU_USER, &pin.bytes, pin.count) }
    }
}

/// Bytes to pass as pointer and length. PKCS#11 declares input pointers as mutable, and modules reject a null pointer even for empty input.
/// So the array always contains a byte.
struct Input {
    var bytes: [UInt8]
    let count: UInt

    init(_ bytes: [UInt8]) {
        count = UInt(bytes.count)
        self.bytes = bytes.isEmpty ? [0] : bytes
    }
}
