// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// The kinds of simulated phones. A phone's kind never changes.
package enum PhoneKind: String, Codable, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// App Attest and face recognition.
    case iPhone = "iphone"
    /// Android key attestation and a fingerprint sensor.
    case android

    package var platform: Platform {
        switch self {
        case .iPhone: .iOS
        case .android: .android
        }
    }

    /// The kind with its article, for sentences.
    package var description: String {
        switch self {
        case .iPhone: "an iPhone"
        case .android: "an Android phone"
        }
    }
}
