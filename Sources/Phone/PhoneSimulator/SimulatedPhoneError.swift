// SPDX-License-Identifier: EUPL-1.2

// Exported because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// The error of a simulated phone that cannot be switched on or cannot store its state. The reason names files of the state directory,
/// never their content.
public typealias SimulatedPhoneError = CodedError<SimulatedPhoneErrorCode>

/// The kinds of ``SimulatedPhoneError``.
@nonexhaustive public enum SimulatedPhoneErrorCode: String, ErrorCode {
    /// Another program uses the state directory.
    case directoryInUse
    /// The state directory cannot be created or written: no permission, a full disk, or a file in its place.
    case directoryUnusable
    /// The phone's state exists, but cannot be read. It is not changed.
    case stateDamaged
    /// The phone's state was written by a newer version. It is not changed.
    case stateTooNew
    /// The stored phone is not of the requested kind. It is not changed.
    case otherKind

    /// Returns only the reason, which the person who started the program sees.
    public func message(_ reason: String) -> String { reason }
}
