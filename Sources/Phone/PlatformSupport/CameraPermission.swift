// SPDX-License-Identifier: EUPL-1.2

/// The user's permission to use the camera (UC9.9/1.1).
@nonexhaustive public enum CameraPermission: String, Sendable, Hashable, Codable, CaseIterable {
    /// Not granted, and the system asks the user when the app requests it. On Android also after a first refusal.
    case undetermined
    /// Refused. The system asks no more; the user can change it in the system's settings.
    case denied
    /// A restriction of the phone, such as its owner's policy, forbids the camera. The user cannot change it.
    case restricted
    /// The app may use the camera.
    case granted
    /// There is no camera, or the phone does not say.
    case unavailable
}
