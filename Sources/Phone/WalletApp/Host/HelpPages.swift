// SPDX-License-Identifier: EUPL-1.2

/// The action of the shared help button (extra/9a).
package struct HelpPages: Sendable {
    /// No help pages: the screen that asked is only shown again.
    package static let absent = HelpPages { _ in }

    /// Shows the help page of a topic until the user goes back; the screen that asked is then shown again.
    let show: @Sendable (_ topic: String) async throws -> Void

    /// - Parameter show: shows the help page of a topic until the user goes back.
    package init(_ show: @escaping @Sendable (_ topic: String) async throws -> Void) {
        self.show = show
    }
}
