// SPDX-License-Identifier: EUPL-1.2

/// The reason that a scanned code starts nothing (UC9.9/3.1).
package enum ScanProblem: String, Sendable, Hashable, CaseIterable {
    /// A web address that is not for this app.
    case webAddress = "web_address"
    /// Another text.
    case otherText = "other_text"
    /// More than 2048 bytes of UTF-8, ``maximumBytes``.
    case tooLong = "too_long"
    /// A link that belongs to a session on the device that shows it. Scanned from elsewhere, its website would not be checked.
    case sameDevice = "same_device"
    /// A link of this wallet that starts nothing, because it returns to a session: an authentication redirect.
    case notNow = "not_now"

    /// The longest text that is judged, in bytes of UTF-8.
    package static let maximumBytes = 2048
}
