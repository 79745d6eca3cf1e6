// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues
import Synchronization

/// The state of the glass, which suspends a flow until the user has answered.
///
/// The host has layers: the lock covers a use case, which is unchanged afterwards. Flows do not depend on a renderer: any number of
/// renderers can come and go, and each gets the snapshot and the changes. An answer carries the ticket of its presentation; a second or
/// late answer is refused.
package final class ScreenHost: Sendable {
    private let state: Mutex<State>
    private let trace: Trace
    /// Waits until a time by the phone's wall clock.
    let sleep: @Sendable (Date) async throws -> Void
    private let touched: AsyncStream<Void>.Continuation

    /// Reports user activity on the glass, to one reader. Activity while a notice or the lock is raised is not reported, because a question
    /// is answered only by its buttons.
    package let touches: AsyncStream<Void>

    private struct State {
        var stack: ScreenStack
        let presentation = ObservedValue<Presentation?>(nil)

        /// Mutates the layers and, if the presentation changed, notifies all renderers in order.
        mutating func change<Result>(_ body: (inout ScreenStack) -> Result) -> Result {
            let result = body(&stack)
            presentation.set(stack.presentation)
            return result
        }
    }

    /// - Parameters:
    ///   - trace: the record of the shown steps.
    ///   - tickets: numbers the presentations. Hosts on the same glass share it.
    ///   - sleep: waits until a time by the phone's wall clock.
    package init(trace: Trace, tickets: TicketSequence, sleep: @escaping @Sendable (Date) async throws -> Void) {
        state = Mutex(State(stack: ScreenStack(tickets: tickets)))
        self.trace = trace
        self.sleep = sleep
        (touches, touched) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: For flows

    /// Shows a screen and waits for the user's choice.
    ///
    /// - Parameter help: what the shared help button does.
    /// - Throws: `CancellationError` when the flow is cancelled; the error of the help page.
    package func show<S: Screen>(_ screen: S, on layer: Layer = .flow, help: HelpPages = .absent) async throws -> S.Action {
        try await show(ScreenContents(screen), id: state.withLock { $0.stack.takeID() }, on: layer, help: help)
    }

    private func show<S: Screen>(
        _ contents: ScreenContents<S>, id: Int, on layer: Layer, help: HelpPages
    ) async throws -> S.Action {
        while true {
            switch try await choose(contents, id: id, on: layer) {
            case .action(let action): return action
            case .help(let topic): try await help.show(topic)
            }
        }
    }

    private func choose<S: Screen>(
        _ contents: ScreenContents<S>, id: Int, on layer: Layer
    ) async throws -> ScreenContents<S>.Choice {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<ScreenContents<S>.Choice, any Error>) in
                let parked = ScreenStack.Parked(
                    id: id,
                    decode: { answer in
                        guard let choice = contents.choice(for: answer) else { return nil }
                        return { continuation.resume(returning: choice) }
                    },
                    cancel: { continuation.resume(throwing: CancellationError()) })
                if present(contents.drawn, on: layer, id: id, parked: parked) {
                    // The contents may have changed before the screen was shown.
                    draw(contents, id: id)
                } else {
                    parked.cancel()
                }
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Shows a screen until the user chooses, and redraws it in place when its contents change.
    ///
    /// For the user it remains the same screen. Its ticket stays, so that a press during a redraw counts once. A control whose target
    /// changes with a redraw gets a new value, and a press for the previous value is refused.
    ///
    /// - Parameter updates: passes the new screen after each change; cancelled when the user has chosen.
    /// - Throws: the error of the updates; `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(
        _ screen: S, on layer: Layer = .flow, help: HelpPages = .absent,
        redrawnBy updates: @escaping @Sendable (_ redraw: @escaping @Sendable (S) -> Void) async throws -> Void
    ) async throws -> S.Action {
        let contents = ScreenContents(screen)
        let id = state.withLock { $0.stack.takeID() }
        return try await withThrowingTaskGroup(of: S.Action?.self) { group in
            group.addTask { try await self.show(contents, id: id, on: layer, help: help) }
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

    /// Changes the actions of the controls before the drawing: an answer in between uses the new actions. A screen under its help page is
    /// not marked.
    private func redraw<S: Screen>(_ screen: S, in contents: ScreenContents<S>, id: Int, on layer: Layer) {
        let isShown = state.withLock { $0.stack.isWaiting(id) }
        if isShown, trace.last(on: layer) != screen.row { mark(screen.row, on: layer) }
        state.withLock { _ in contents.put(screen) }
        draw(contents, id: id)
    }

    private func draw<S: Screen>(_ contents: ScreenContents<S>, id: Int) {
        state.withLock { state in
            let drawn = contents.drawn
            state.change { $0.redraw(drawn, id: id) }
        }
    }

    /// Shows a screen until the user chooses or a time by the phone's wall clock.
    ///
    /// - Returns: the choice; nil when the deadline passed first. A choice taken at the same moment counts.
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(
        _ screen: S, until deadline: Date, on layer: Layer = .flow, help: HelpPages = .absent
    ) async throws -> S.Action? {
        try await show(screen, orUntil: { [sleep] in try await sleep(deadline) }, on: layer, help: help)
    }

    /// Shows a screen until the user chooses or an event occurs. The event is not awaited during the help page, and is awaited again after
    /// it.
    ///
    /// - Parameter event: returns when the event has occurred; cancelled when the user has chosen.
    /// - Returns: the choice; nil when the event occurred first. A choice taken at the same moment counts.
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(
        _ screen: S, orUntil event: @escaping @Sendable () async throws -> Void, on layer: Layer = .flow, help: HelpPages = .absent
    ) async throws -> S.Action? {
        let contents = ScreenContents(screen)
        let id = state.withLock { $0.stack.takeID() }
        while let choice = try await choose(contents, id: id, orUntil: event, on: layer) {
            switch choice {
            case .action(let action): return action
            case .help(let topic): try await help.show(topic)
            }
        }
        return nil
    }

    private func choose<S: Screen>(
        _ contents: ScreenContents<S>, id: Int, orUntil event: @escaping @Sendable () async throws -> Void, on layer: Layer
    ) async throws -> ScreenContents<S>.Choice? {
        try await withThrowingTaskGroup(of: ScreenContents<S>.Choice?.self) { group in
            group.addTask { try await self.choose(contents, id: id, on: layer) }
            group.addTask {
                try await event()
                return nil
            }
            defer { group.cancelAll() }
            if let choice = try await group.next() ?? nil { return choice }
            group.cancelAll()
            do {
                return try await group.next() ?? nil
            } catch is CancellationError {
                return nil
            }
        }
    }

    /// Shows a screen without live controls during work. The screen stays until the next screen is shown.
    ///
    /// - Throws: the error of the work.
    package func show<S: Screen, Result: Sendable>(
        _ screen: S, on layer: Layer = .flow, during work: () async throws -> Result
    ) async throws -> Result {
        let id = state.withLock { $0.stack.takeID() }
        guard present(.init(screen), on: layer, id: id, parked: nil) else { throw CancellationError() }
        return try await work()
    }

    // MARK: For the supervisor

    /// Raises an empty layer; the lock thus covers everything at once. A layer that is already raised is unchanged.
    package func raise(_ layer: Layer) { state.withLock { state in state.change { $0.raise(layer) } } }

    /// Removes a layer and cancels the flow that waits for its answer; the layers below are on the glass again, unchanged. Steps that flows
    /// showed under the lock are marked now.
    package func lower(_ layer: Layer) {
        trace.end(layer)
        state.withLock { state in
            if layer == .lock { trace.uncover(Layer.allCases) }
            return state.change { $0.lower(layer) }
        }?.cancel()
    }

    /// Clears a layer's screen and cancels the flow that waits for its answer.
    package func clear(_ layer: Layer) {
        trace.end(layer)
        state.withLock { state in state.change { $0.clear(layer) } }?.cancel()
    }

    // MARK: For renderers

    /// The presentation on the glass; nil before the first screen, and while an empty lock covers everything.
    package var current: Presentation? { state.withLock { $0.stack.presentation } }

    /// Streams the present snapshot at once, then each change; ends with the consuming task.
    package func presentations() -> AsyncStream<Presentation?> { state.withLock { $0.presentation.stream() } }

    /// Passes an answer to the flow that waits for the present screen's answer. The control's row is marked before the flow continues.
    ///
    /// - Returns: false when no flow waits for the answer: an old ticket, an unknown control, or a refused value.
    @discardableResult
    package func submit(_ answer: Answer) -> Bool {
        guard let (layer, resume) = state.withLock({ state in state.change { $0.accept(answer) } }) else { return false }
        touch()
        trace.take(answer.control, .pressed, on: layer)
        resume()
        return true
    }

    /// Records user activity: a touch or a key press. Ignored while a notice or the lock is in front.
    package func touch() {
        let isUse = state.withLock { !$0.stack.isUp(.notice) && !$0.stack.isUp(.lock) }
        if isUse { touched.yield() }
    }

    // MARK: Implementation

    /// Shows a screen on a layer and parks the flow in one step, so that a visible screen can always be answered. Its step is marked,
    /// unless the screen of that step is only redrawn.
    ///
    /// - Parameter parked: the flow that waits for an answer; nil for a screen without answers.
    /// - Returns: false when the flow was cancelled before; then nothing is shown or parked.
    private func present(_ drawn: Presentation.Drawn, on layer: Layer, id: Int, parked: ScreenStack.Parked?) -> Bool {
        guard !Task.isCancelled else { return false }
        let isRedrawn = state.withLock { $0.stack.isRedrawn(drawn, on: layer, isAtWork: parked == nil, after: trace.last(on: layer)) }
        if !isRedrawn { mark(drawn.row, on: layer) }
        return state.withLock { state in
            // A cancellation from here on finds the parked flow.
            guard !Task.isCancelled else { return false }
            state.change { $0.show(drawn, on: layer, id: id, parked: parked) }
            return true
        }
    }

    /// Marks a step as shown; a step under the lock only when the lock uncovers it.
    private func mark(_ row: Row, on layer: Layer) {
        let isCovered = state.withLock { state in
            guard layer != .lock, state.stack.isUp(.lock) else { return false }
            trace.cover(row, on: layer)
            return true
        }
        if !isCovered { trace.take(row, .shown, on: layer) }
    }

    private func abandon(_ id: Int) {
        state.withLock { state in state.change { $0.abandon(id) } }?.cancel()
    }
}
