// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import HSM

/// A failed call of a PKCS#11 function.
package struct CryptokiFailure: Error, Sendable, Hashable {
    /// The function's name, such as `C_Sign`, or the name of an operation of several functions.
    package let function: String
    /// The return value: one of the constants `CKR_…`.
    package let code: UInt

    package init(_ function: String, _ code: UInt) {
        self.function = function
        self.code = code
    }

    /// The step after which a retry may succeed.
    enum Remedy {
        /// The token, the login or the module's state is lost: connect again.
        case reconnect
        /// The session or an object found in it is no longer valid: open a new session.
        case reopenSession
        /// The device failed. If this repeats, the module may need a new login or initialisation: connect again.
        case reconnectIfRepeated
        /// No known remedy.
        case none
    }

    /// The step after which a retry may succeed.
    var remedy: Remedy {
        switch code {
        case CKR_CRYPTOKI_NOT_INITIALIZED, CKR_DEVICE_REMOVED, CKR_TOKEN_NOT_PRESENT, CKR_TOKEN_NOT_RECOGNIZED,
            CKR_SLOT_ID_INVALID, CKR_SESSION_HANDLE_INVALID, CKR_SESSION_CLOSED, CKR_USER_NOT_LOGGED_IN:
            .reconnect
        case CKR_KEY_HANDLE_INVALID, CKR_OBJECT_HANDLE_INVALID, CKR_WRAPPING_KEY_HANDLE_INVALID, CKR_UNWRAPPING_KEY_HANDLE_INVALID,
            CKR_OPERATION_ACTIVE, CKR_OPERATION_NOT_INITIALIZED:
            .reopenSession
        case CKR_GENERAL_ERROR, CKR_FUNCTION_FAILED, CKR_DEVICE_ERROR, CKR_DEVICE_MEMORY, CKR_SESSION_COUNT:
            .reconnectIfRepeated
        // The codes of a vendor often mean a lost network connection.
        case 0x8000_0000...:
            .reconnectIfRepeated
        default:
            .none
        }
    }

    /// True if the token was removed, so that the module must search for it again.
    var isLossOfToken: Bool { code == CKR_TOKEN_NOT_PRESENT || code == CKR_DEVICE_REMOVED }

    /// The failure as an error for callers of the HSM.
    var asUnavailable: HSMError {
        let meaning = code == CKR_TOKEN_NOT_PRESENT ? " (there is no such token)" : ""
        return HSMError(.unavailable, "\(function) returned 0x\(String(code, radix: 16))\(meaning)")
    }
}
