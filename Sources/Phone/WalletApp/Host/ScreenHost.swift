// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import Synchronization

/// Holds what is on the glass and suspends a flow until the person has answered.
///
/// The flow does not live in the renderer: any number of renderers may come and go, each gets the snapshot and the changes. An answer
/// carries the ticket of the presentation that it was given on; a second answer or a late one is refused.
package final class ScreenHost: Sendable {
    private let state = Mutex(State())
    private let trace: Trace
    private let sleep: @Sendable (Date) async throws -> Void

    private struct State {
        var presentation: Presentation?
        var parked: Parked?
        var lastTicket = 0
        var lastRole: Button.Role?
        var observers: [Int: AsyncStream<Presentation?>.Continuation] = [:]
        var lastObserver = 0

        /// Puts a snapshot on the glass and tells every renderer, in order.
        mutating func publish(_ presentation: Presentation?) {
            self.presentation = presentation
            for observer in observers.values { observer.yield(presentation) }
        }
    }

    /// A flow that waits. `decode` yields what resumes it, or nil when the answer is not one of the screen's.
    private struct Parked {
        let ticket: Int
        let decode: @Sendable (Answer) -> (@Sendable () -> Void)?
        let cancel: @Sendable () -> Void
    }

    /// - Parameters:
    ///   - trace: where each shown step is marked.
    ///   - sleep: waits until an instant of the phone's clock.
    package init(trace: Trace, sleep: @escaping @Sendable (Date) async throws -> Void) {
        self.trace = trace
        self.sleep = sleep
    }

    // MARK: For flows

    /// Shows a screen and waits for the person's choice.
    ///
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S) async throws -> S.Action {
        let handlers = screen.pieces.reduce(into: [:]) { all, piece in all.merge(piece.handlers) { first, _ in first } }
        let ticket = takeTicket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let parked = Parked(
                    ticket: ticket,
                    decode: { answer in
                        handlers[answer.control]?(answer.value).map { action in { continuation.resume(returning: action) } }
                    },
                    cancel: { continuation.resume(throwing: CancellationError()) })
                if !present(.init(screen), ticket: ticket, parked: parked) { parked.cancel() }
            }
        } onCancel: {
            abandon(ticket)
        }
    }

    /// Shows a screen until the person chooses or an instant of the phone's clock has come.
    ///
    /// - Returns: the choice, or nil when the time has come first. A choice that was taken at that very moment counts.
    /// - Throws: `CancellationError` when the flow is cancelled.
    package func show<S: Screen>(_ screen: S, until deadline: Date) async throws -> S.Action? {
        try await withThrowingTaskGroup(of: S.Action?.self) { group in
            group.addTask { try await self.show(screen) }
            group.addTask { [sleep] in
                try await sleep(deadline)
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
    package func show<S: Screen, Result: Sendable>(_ screen: S, during work: () async throws -> Result) async throws -> Result {
        guard present(.init(screen), ticket: takeTicket(), parked: nil) else { throw CancellationError() }
        return try await work()
    }

    // MARK: For renderers

    /// What is on the glass; nil before the first screen.
    package var current: Presentation? { state.withLock { $0.presentation } }

    /// The present snapshot at once, then each change; ends with the consuming task.
    package func presentations() -> AsyncStream<Presentation?> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = state.withLock { state in
                state.lastObserver += 1
                state.observers[state.lastObserver] = continuation
                continuation.yield(state.presentation)
                return state.lastObserver
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.observers.removeValue(forKey: id) }
            }
        }
    }

    /// Gives an answer to the flow that waits.
    ///
    /// - Returns: false when nothing was waiting for it: another ticket, a control that is not there, a value that is refused.
    @discardableResult
    package func answer(_ answer: Answer) -> Bool {
        let resume = state.withLock { state -> (@Sendable () -> Void)? in
            guard let parked = state.parked, parked.ticket == answer.ticket, let shown = state.presentation,
                let resume = parked.decode(answer)
            else { return nil }
            state.parked = nil
            state.lastRole = shown.top.role(of: answer.control)
            state.publish(shown.settled)
            return resume
        }
        resume?()
        return resume != nil
    }

    // MARK: Inside

    private func takeTicket() -> Int {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Puts a screen on the glass and parks the flow in one step, so that whoever sees the screen can answer it.
    ///
    /// - Parameter parked: the flow that waits for an answer; nil for a screen that takes none.
    /// - Returns: false when the flow was cancelled before; then nothing is shown and nothing parked.
    private func present(_ drawn: Presentation.Drawn, ticket: Int, parked: Parked?) -> Bool {
        guard !Task.isCancelled else { return false }
        trace.take(drawn.row)
        return state.withLock { state in
            // A cancellation from here on finds what is parked.
            guard !Task.isCancelled else { return false }
            let before = state.presentation
            let isSameScreen = before?.top.screen == drawn.screen || before?.below?.screen == drawn.screen
            state.parked = parked
            state.publish(
                Presentation(
                    ticket: ticket, top: drawn, below: drawn.style == .full ? nil : before?.below ?? before?.top,
                    direction: before == nil || isSameScreen ? .none : state.lastRole == .back ? .back : .forward, isLive: parked != nil))
            return true
        }
    }

    private func abandon(_ ticket: Int) {
        let abandoned = state.withLock { state -> Parked? in
            guard let parked = state.parked, parked.ticket == ticket else { return nil }
            state.parked = nil
            if let shown = state.presentation, shown.ticket == ticket { state.publish(shown.settled) }
            return parked
        }
        abandoned?.cancel()
    }
}

extension Presentation.Drawn {
    /// The role of the button that takes a row.
    fileprivate func role(of control: Row) -> Button.Role? {
        for component in components {
            switch component {
            case .button(let button) where button.row == control: return button.role
            case .topBar(let buttons):
                if let button = buttons.first(where: { $0.row == control }) { return button.role }
            default: continue
            }
        }
        return nil
    }
}
