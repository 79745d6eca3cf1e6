// SPDX-License-Identifier: EUPL-1.2

/// A language of the app.
package enum Language: String, Sendable, Hashable, CaseIterable, Codable {
    case english = "en"
    case dutch = "nl"
}
