// SPDX-License-Identifier: EUPL-1.2

/// The browsers of the workbench. Each has a frame, addresses and cookies of its own.
enum BrowserName: String, Sendable, Hashable, CaseIterable {
    /// The browser of the phone, on the glass.
    case phone
    /// The browser of the laptop beside the phone.
    case laptop
}
