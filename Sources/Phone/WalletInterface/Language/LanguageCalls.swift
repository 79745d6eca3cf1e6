// SPDX-License-Identifier: EUPL-1.2

/// The user's choice of a language (UC9.3).
package protocol LanguageCalls: Sendable {
    /// Returns the user's language; nil for the phone's language (UC9.3).
    func language() async throws -> String?
    /// Stores the user's language.
    func setLanguage(_ language: String?) async throws
}
