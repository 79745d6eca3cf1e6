// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import HSM

/// A function of PKCS#11 that did not return `CKR_OK`.
package struct CryptokiFailure: Error, Sendable, Hashable {
    /// The function's name, such as `C_Sign`, or what was done with several of them.
    package let function: String
    /// The return value, one of `CKR_…`.
    package let code: UInt

    /// A failure of that function with that return value.
    package init(_ function: String, _ code: UInt) {
        self.function = function
        self.code = code
    }

    /// What makes a second try worth it.
    enum Remedy {
        /// The token, the login or the whole module's state is lost: begin again from there.
        case reconnect
        /// The session or an object found in it is not what it was: begin a session.
        case reopenSession
        /// Nothing that is known.
        case none
    }

    /// What makes a second try worth it.
    var remedy: Remedy {
        switch code {
        case CKR_CRYPTOKI_NOT_INITIALIZED, CKR_DEVICE_REMOVED, CKR_TOKEN_NOT_PRESENT, CKR_TOKEN_NOT_RECOGNIZED,
            CKR_SLOT_ID_INVALID, CKR_SESSION_HANDLE_INVALID, CKR_SESSION_CLOSED, CKR_USER_NOT_LOGGED_IN:
            .reconnect
        case CKR_KEY_HANDLE_INVALID, CKR_OBJECT_HANDLE_INVALID, CKR_WRAPPING_KEY_HANDLE_INVALID, CKR_UNWRAPPING_KEY_HANDLE_INVALID,
            CKR_OPERATION_ACTIVE, CKR_OPERATION_NOT_INITIALIZED:
            .reopenSession
        default:
            .none
        }
    }

    /// Whether the token is gone, so that the module has to look for it anew.
    var isLossOfToken: Bool { code == CKR_TOKEN_NOT_PRESENT || code == CKR_DEVICE_REMOVED }

    /// The failure as callers of the HSM see it.
    var asUnavailable: HSMError { HSMError(.unavailable, "\(function) returned 0x\(String(code, radix: 16))") }
}
