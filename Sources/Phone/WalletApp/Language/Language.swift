// SPDX-License-Identifier: EUPL-1.2

/// A language that the app speaks.
package enum Language: String, Sendable, Hashable, CaseIterable, Codable {
    /// English.
    case english = "en"
    /// Dutch.
    case dutch = "nl"
}
