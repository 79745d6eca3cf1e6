// SPDX-License-Identifier: EUPL-1.2

/// The operating system that the app runs on. The design differs per platform for the app store's name.
@nonexhaustive public enum Platform: String, Sendable, Hashable, Codable, CaseIterable {
    /// An iPhone.
    case iOS
    /// An Android phone.
    case android
}
