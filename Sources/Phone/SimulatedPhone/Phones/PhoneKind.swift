// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// The kinds of phones that can be simulated. A phone stays of its kind as long as it lives.
package enum PhoneKind: String, Codable, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// App Attest, and a face that opens.
    case iPhone = "iphone"
    /// Android key attestation, and a finger that opens.
    case android

    /// Its operating system.
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
