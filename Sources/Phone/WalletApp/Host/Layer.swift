// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A layer of the glass. Only the top layer that shows a screen is usable.
package enum Layer: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The running use case.
    case flow
    /// Messages about a link that arrived during the use case (PF2.7).
    case link
    /// Other questions, such as whether the user is still there.
    case notice
    /// The lock. A raised lock hides every layer below, also before it shows a screen.
    case lock

    /// Orders the layers from bottom to top.
    package static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
}

/// One layer of the glass, as flows use it: `ui.show(…)`.
package struct ScreenLayer: Sendable {
    private let host: ScreenHost
    let layer: Layer
    /// The action of the shared help button.
    private let help: HelpPages

    /// - Parameters:
    ///   - layer: the layer of the screens shown.
    ///   - host: the glass.
    ///   - help: shows the help page of a screen that has no help row of its own.
    package init(_ layer: Layer, of host: ScreenHost, help: HelpPages = .absent) {
        self.layer = layer
        self.host = host
        self.help = help
    }

    /// Returns the given layer of the same glass, without help pages.
    package func on(_ layer: Layer) -> ScreenLayer { ScreenLayer(layer, of: host) }

    /// Returns the same layer with help pages.
    func helped(by help: HelpPages) -> ScreenLayer { ScreenLayer(layer, of: host, help: help) }

    /// Shows a screen and waits for the user's choice, even while other layers cover it.
    ///
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S) async throws -> S.Action {
        try await host.show(screen, on: layer, help: help)
    }

    /// Shows a screen until the user chooses or a time by the phone's wall clock.
    ///
    /// - Returns: the choice; nil when the deadline passed first.
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S, until deadline: Date) async throws -> S.Action? {
        try await host.show(screen, until: deadline, on: layer, help: help)
    }

    /// Shows a screen until the user chooses or an event occurs.
    ///
    /// - Parameter event: returns when the event has occurred; cancelled when the user has chosen.
    /// - Returns: the choice; nil when the event occurred first.
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S, orUntil event: @escaping @Sendable () async throws -> Void) async throws -> S.Action? {
        try await host.show(screen, orUntil: event, on: layer, help: help)
    }

    /// Shows a screen until the user chooses, and redraws it in place when its contents change.
    ///
    /// - Parameter updates: passes the new screen after each change; cancelled when the user has chosen.
    /// - Throws: the error of the updates; `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(
        _ screen: S, redrawnBy updates: @escaping @Sendable (_ redraw: @escaping @Sendable (S) -> Void) async throws -> Void
    ) async throws -> S.Action {
        try await host.show(screen, on: layer, help: help, redrawnBy: updates)
    }

    /// Shows a screen without live controls during work. The screen stays until the next screen is shown.
    ///
    /// - Throws: the error of the work.
    package func show<S: Screen, Result: Sendable>(_ screen: S, during work: () async throws -> Result) async throws -> Result {
        try await host.show(screen, on: layer, during: work)
    }
}
