// SPDX-License-Identifier: EUPL-1.2

// Exported because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// A simulated phone that cannot be switched on or cannot keep its state. The reason names files of the state directory, never their content.
package typealias SimulatedPhoneError = CodedError<SimulatedPhoneErrorCode>

/// The kinds of ``SimulatedPhoneError``.
package enum SimulatedPhoneErrorCode: String, ErrorCode {
    /// Another program uses the state directory.
    case directoryInUse
    /// The state directory cannot be made or written: no permission, a full disk, or another file in its place.
    case directoryUnusable
    /// The phone's state exists, but cannot be read. It stays as it is.
    case stateDamaged
    /// The phone's state was written by a newer version. It stays as it is.
    case stateTooNew
    /// The stored phone is of another kind than requested. It stays as it is.
    case otherKind

    /// The reason alone: it is shown to the person who started the program.
    package func message(_ reason: String) -> String { reason }
}
