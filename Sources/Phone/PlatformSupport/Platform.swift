// SPDX-License-Identifier: EUPL-1.2

/// The operating system that the app runs on. The design tells them apart where scans fail (UC2.3), in the sensor's name and in the store's.
package enum Platform: String, Sendable, Hashable, CaseIterable {
    /// Apple's.
    case iOS
    /// Google's.
    case android

    /// The sensor that the app's sentences name.
    package var usualBiometrics: BiometricKind {
        switch self {
        case .iOS: .faceID
        case .android: .fingerprint
        }
    }
}
