// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What lies over what on the glass. Only the uppermost layer that shows something can be used.
package enum Layer: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The running use case.
    case flow
    /// What the app asks about a link that came while the use case ran (PF2.7).
    case link
    /// What the app asks beside it, such as whether the user is still there.
    case notice
    /// The lock. While it is up, what lies below is not on the glass at all, also before the lock has a screen to show.
    case lock

    /// From the lowest to the uppermost.
    package static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
}

/// One layer of the glass, as flows use it: `ui.show(…)`.
package struct ScreenLayer: Sendable {
    private let host: ScreenHost
    /// Which layer it is.
    let layer: Layer

    /// - Parameters:
    ///   - layer: where what is shown lies.
    ///   - host: the glass.
    package init(_ layer: Layer, of host: ScreenHost) {
        self.layer = layer
        self.host = host
    }

    /// Another layer of the same glass.
    package func on(_ layer: Layer) -> ScreenLayer { ScreenLayer(layer, of: host) }

    /// Shows a screen and waits for the person's choice, however long other layers lie over it.
    ///
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S) async throws -> S.Action {
        try await host.show(screen, on: layer)
    }

    /// Shows a screen until the person chooses or an instant of the phone's clock has come.
    ///
    /// - Returns: the choice, or nil when the time has come first.
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S, until deadline: Date) async throws -> S.Action? {
        try await host.show(screen, until: deadline, on: layer)
    }

    /// Shows a screen until the person chooses or something else happens.
    ///
    /// - Parameter event: returns when it has happened; cancelled when the person has chosen.
    /// - Returns: the choice, or nil when the event came first.
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S, orUntil event: @escaping @Sendable () async throws -> Void) async throws -> S.Action? {
        try await host.show(screen, orUntil: event, on: layer)
    }

    /// Shows a screen until the person chooses, and redraws it in place when its contents change.
    ///
    /// - Parameter updates: hands over the screen as it is now, each time that it changes; cancelled when the person has chosen.
    /// - Throws: what the updates throw; `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(
        _ screen: S, redrawnBy updates: @escaping @Sendable (_ redraw: @escaping @Sendable (S) -> Void) async throws -> Void
    ) async throws -> S.Action {
        try await host.show(screen, on: layer, redrawnBy: updates)
    }

    /// Shows a screen without live controls while work is done. It stays until the next screen comes.
    ///
    /// - Throws: what the work throws.
    package func show<S: Screen, Result: Sendable>(_ screen: S, during work: () async throws -> Result) async throws -> Result {
        try await host.show(screen, on: layer, during: work)
    }
}
