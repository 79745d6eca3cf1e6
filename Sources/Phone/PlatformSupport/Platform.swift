// SPDX-License-Identifier: EUPL-1.2

/// The operating system that the app runs on. The design differs per platform for failed scans (UC2.3), the sensor's name and the app store's name.
package enum Platform: String, Sendable, Hashable, CaseIterable {
    case iOS
    case android

    /// The sensor that the app's texts name.
    package var usualBiometrics: BiometricKind {
        switch self {
        case .iOS: .faceID
        case .android: .fingerprint
        }
    }
}
