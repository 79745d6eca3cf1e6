// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import Synchronization

/// Holds what is on the glass and suspends a flow until the person has answered.
///
/// It has layers: a use case is covered by a lock, and is where it was when the lock is gone. The flow does not live in the renderer: any
/// number of renderers may come and go, each gets the snapshot and the changes. An answer carries the ticket of the presentation that it was
/// given on; a second answer or a late one is refused.
package final class ScreenHost: Sendable {
    private let state: Mutex<State>
    private let trace: Trace
    /// Waits until an instant of the phone's clock.
    let sleep: @Sendable (Date) async throws -> Void
    private let touched: AsyncStream<Void>.Continuation

    /// That the person has touched the glass or typed, for one reader. Not told is what is done while a notice or the lock is up: a question
    /// is answered by its buttons.
    package let touches: AsyncStream<Void>

    private struct State {
        var stack: ScreenStack
        var observers: [Int: AsyncStream<Presentation?>.Continuation] = [:]
        var lastObserver = 0

        /// Changes the layers and tells every renderer when the glass is another, in order.
        mutating func change<Result>(_ body: (inout ScreenStack) -> Result) -> Result {
            let before = stack.presentation
            let result = body(&stack)
            if stack.presentation != before {
                for observer in observers.values { observer.yield(stack.presentation) }
            }
            return result
        }
    }

    /// - Parameters:
    ///   - trace: where each shown step is marked.
    ///   - tickets: numbers what is shown. Hosts on the same glass share it.
    ///   - sleep: waits until an instant of the phone's clock.
    package init(trace: Trace, tickets: TicketSequence, sleep: @escaping @Sendable (Date) async throws -> Void) {
        state = Mutex(State(stack: ScreenStack(tickets: tickets)))
        self.trace = trace
        self.sleep = sleep
        (touches, touched) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: For flows

    /// Shows a screen and waits for the person's choice.
    ///
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S, on layer: Layer = .flow) async throws -> S.Action {
        try await show(ScreenContents(screen), id: state.withLock { $0.stack.takeID() }, on: layer)
    }

    private func show<S: Screen>(_ contents: ScreenContents<S>, id: Int, on layer: Layer) async throws -> S.Action {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<S.Action, any Error>) in
                let parked = ScreenStack.Parked(
                    id: id,
                    decode: { answer in
                        guard let action = contents.action(for: answer) else { return nil }
                        return { continuation.resume(returning: action) }
                    },
                    cancel: { continuation.resume(throwing: CancellationError()) })
                if present(contents.drawn, on: layer, id: id, parked: parked) {
                    // It may have changed before it was there.
                    draw(contents, id: id)
                } else {
                    parked.cancel()
                }
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Shows a screen until the person chooses, and redraws it in place when its contents change.
    ///
    /// To the person it is one screen. Its ticket stays, so that a press at the moment of a redraw counts, once. A control that means
    /// something else after a redraw carries another value, and a press that was meant for the value before is refused.
    ///
    /// - Parameter updates: hands over the screen as it is now, each time that it changes; cancelled when the person has chosen.
    /// - Throws: what the updates throw; `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(
        _ screen: S, on layer: Layer = .flow,
        redrawnBy updates: @escaping @Sendable (_ redraw: @escaping @Sendable (S) -> Void) async throws -> Void
    ) async throws -> S.Action {
        let contents = ScreenContents(screen)
        let id = state.withLock { $0.stack.takeID() }
        return try await withThrowingTaskGroup(of: S.Action?.self) { group in
            group.addTask { try await self.show(contents, id: id, on: layer) }
            group.addTask {
                try await updates { self.redraw($0, in: contents, id: id, on: layer) }
                return nil
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let action = ended { return action }
            }
            throw CancellationError()
        }
    }

    /// Changes what the controls mean, then what is shown: an answer in between is judged by the new meaning.
    private func redraw<S: Screen>(_ screen: S, in contents: ScreenContents<S>, id: Int, on layer: Layer) {
        if trace.last(on: layer) != screen.row { trace.take(screen.row, .shown, on: layer) }
        state.withLock { _ in contents.put(screen) }
        draw(contents, id: id)
    }

    private func draw<S: Screen>(_ contents: ScreenContents<S>, id: Int) {
        state.withLock { state in
            let drawn = contents.drawn
            state.change { $0.redraw(drawn, id: id) }
        }
    }

    /// Shows a screen until the person chooses or an instant of the phone's clock has come.
    ///
    /// - Returns: the choice, or nil when the time has come first. A choice that was taken at that very moment counts.
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S, until deadline: Date, on layer: Layer = .flow) async throws -> S.Action? {
        try await show(screen, orUntil: { [sleep] in try await sleep(deadline) }, on: layer)
    }

    /// Shows a screen until the person chooses or something else happens.
    ///
    /// - Parameter event: returns when it has happened; cancelled when the person has chosen.
    /// - Returns: the choice, or nil when the event came first. A choice that was taken at that very moment counts.
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(
        _ screen: S, orUntil event: @escaping @Sendable () async throws -> Void, on layer: Layer = .flow
    ) async throws -> S.Action? {
        try await withThrowingTaskGroup(of: S.Action?.self) { group in
            group.addTask { try await self.show(screen, on: layer) }
            group.addTask {
                try await event()
                return nil
            }
            defer { group.cancelAll() }
            if let action = try await group.next() ?? nil { return action }
            group.cancelAll()
            do {
                return try await group.next() ?? nil
            } catch is CancellationError {
                return nil
            }
        }
    }

    /// Shows a screen without live controls while work is done. It stays until the next screen comes.
    ///
    /// - Throws: what the work throws.
    package func show<S: Screen, Result: Sendable>(
        _ screen: S, on layer: Layer = .flow, during work: () async throws -> Result
    ) async throws -> Result {
        let id = state.withLock { $0.stack.takeID() }
        guard present(.init(screen), on: layer, id: id, parked: nil) else { throw CancellationError() }
        return try await work()
    }

    // MARK: For the supervisor

    /// Lays a layer over those below it, still empty: a lock then covers everything at once. One that is up stays as it is.
    package func raise(_ layer: Layer) { state.withLock { state in state.change { $0.raise(layer) } } }

    /// Takes a layer away, and ends who waited on it; what lies below is on the glass again, unchanged.
    package func lower(_ layer: Layer) {
        trace.end(layer)
        state.withLock { state in state.change { $0.lower(layer) } }?.cancel()
    }

    /// Takes what a layer shows off the glass, and ends who waited on it.
    package func clear(_ layer: Layer) {
        trace.end(layer)
        state.withLock { state in state.change { $0.clear(layer) } }?.cancel()
    }

    // MARK: For renderers

    /// What is on the glass; nil before the first screen, and while a lock covers everything and shows nothing yet.
    package var current: Presentation? { state.withLock { $0.stack.presentation } }

    /// The present snapshot at once, then each change; ends with the consuming task.
    package func presentations() -> AsyncStream<Presentation?> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = state.withLock { state in
                state.lastObserver += 1
                state.observers[state.lastObserver] = continuation
                continuation.yield(state.stack.presentation)
                return state.lastObserver
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.observers.removeValue(forKey: id) }
            }
        }
    }

    /// Gives an answer to the flow that waits on what is on the glass. The row that the control names is marked before the flow goes on.
    ///
    /// - Returns: false when nothing was waiting for it: another ticket, a control that is not there, a value that is refused.
    @discardableResult
    package func submit(_ answer: Answer) -> Bool {
        guard let (layer, resume) = state.withLock({ state in state.change { $0.accept(answer) } }) else { return false }
        touch()
        trace.take(answer.control, .pressed, on: layer)
        resume()
        return true
    }

    /// The person has touched the glass or typed.
    package func touch() {
        let isUse = state.withLock { !$0.stack.isUp(.notice) && !$0.stack.isUp(.lock) }
        if isUse { touched.yield() }
    }

    // MARK: Inside

    /// Puts a screen on a layer and parks the flow in one step, so that whoever sees the screen can answer it. Its step is marked, unless
    /// the screen of that step is only drawn anew.
    ///
    /// - Parameter parked: the flow that waits for an answer; nil for a screen that takes none.
    /// - Returns: false when the flow was cancelled before; then nothing is shown and nothing parked.
    private func present(_ drawn: Presentation.Drawn, on layer: Layer, id: Int, parked: ScreenStack.Parked?) -> Bool {
        guard !Task.isCancelled else { return false }
        let isDrawnAnew = state.withLock { $0.stack.isDrawnAnew(drawn, on: layer, isAtWork: parked == nil, after: trace.last(on: layer)) }
        if !isDrawnAnew { trace.take(drawn.row, .shown, on: layer) }
        return state.withLock { state in
            // A cancellation from here on finds what is parked.
            guard !Task.isCancelled else { return false }
            state.change { $0.show(drawn, on: layer, id: id, parked: parked) }
            return true
        }
    }

    private func abandon(_ id: Int) {
        state.withLock { state in state.change { $0.abandon(id) } }?.cancel()
    }
}
