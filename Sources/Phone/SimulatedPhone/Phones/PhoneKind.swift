// SPDX-License-Identifier: EUPL-1.2

/// The kinds of phones that can be simulated. A phone stays of its kind as long as it lives.
package enum PhoneKind: String, Codable, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// App Attest, and a face that opens.
    case iPhone = "iphone"
    /// Android key attestation, and a finger that opens.
    case android

    /// The kind with its article, for sentences.
    package var description: String {
        switch self {
        case .iPhone: "an iPhone"
        case .android: "an Android phone"
        }
    }
}
