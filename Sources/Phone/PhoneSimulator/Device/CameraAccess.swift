// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// The decision of the phone's user, or of its owner, about the app's use of the camera.
@nonexhaustive public enum CameraAccess: String, Codable, Hashable, Sendable, CaseIterable {
    /// The user was not asked, or has not answered.
    case undetermined
    /// The user has refused once, on an Android phone, which asks once more.
    case refusedOnce
    /// The user has refused for good; only the phone's settings change that.
    case denied
    /// The phone's owner forbids the camera.
    case restricted
    /// The user allows the camera.
    case granted
    /// The phone has no camera.
    case noCamera

    /// The permission as the system tells it to the app.
    package var permission: CameraPermission {
        switch self {
        case .undetermined, .refusedOnce: .undetermined
        case .denied: .denied
        case .restricted: .restricted
        case .granted: .granted
        case .noCamera: .unavailable
        }
    }

    /// The decision after an answer to the system's question.
    func after(allowing isAllowed: Bool, on kind: PhoneKind) -> CameraAccess {
        if isAllowed { return .granted }
        return kind == .android && self == .undetermined ? .refusedOnce : .denied
    }

    /// The decision after a new installation of the app.
    var afterInstallation: CameraAccess {
        switch self {
        case .undetermined, .refusedOnce, .denied, .granted: .undetermined
        case .restricted, .noCamera: self
        }
    }
}
