// SPDX-License-Identifier: EUPL-1.2

import ObservedValues

/// The binding of a user interface to the core (start-up document, *Initialization*).
enum Binding: Sendable, Equatable {
    /// The app must bind, at the start or again: until then it receives nothing from the core.
    case due
    /// The app is bound and observes the core; with the number of the binding.
    case bound(Int)
    /// Another user interface has bound to the core. This one shows nothing of the wallet until the app returns to the foreground; with the number
    /// of resumes so far.
    case taken(resumes: Int)
}

extension UseCase {
    /// The use case that precedes every other; nil when the app is bound.
    init?(first binding: Binding) {
        switch binding {
        case .due: self = .openTheApp
        case .taken(let resumes): self = .standBy(resumes: resumes)
        case .bound: return nil
        }
    }
}

extension Supervision {
    /// Ends the binding and its streams; the app must bind again.
    func unbind() { binding.set(.due) }

    /// Records a binding to the core: streams can be set up, and the core can take links.
    func noteBinding() {
        binding.set(
            .bound(
                bindings.change { bindings in
                    bindings += 1
                    return bindings
                }))
        linkTries.change { $0 += 1 }
    }

    /// Waits until the app has another binding than the given one.
    ///
    /// - Throws: `CancellationError`.
    func bound(otherThan seen: Int) async throws -> Int {
        var now = binding.value
        while true {
            if case .bound(let number) = now, number != seen { return number }
            now = try await binding.next(otherThan: now)
        }
    }

    /// Records that one of the core's streams is set up for a binding, or cannot be.
    func noteObserving(_ number: Int) {
        observing.change { observing in
            if observing.binding != number { observing = Observing(binding: number) }
            observing.streams += 1
        }
    }

    /// Waits until all of the core's streams are set up, if they are followed at all, or until the app is no longer bound.
    ///
    /// - Throws: `CancellationError`.
    func observed() async throws {
        guard isFollowed.value, case .bound(let number) = binding.value else { return }
        var now = observing.value
        while now != Observing(binding: number, streams: Observing.all), binding.value == .bound(number) {
            now = try await observing.next(otherThan: now)
        }
    }

    /// Aborts because a binding is incomplete: the core erases a revoked wallet, or another user interface was first.
    func bindAnew(after number: Int) {
        guard binding.changeIf(.bound(number), to: .due) else { return }
        abort.set(true)
    }

    /// Records that another user interface has taken the core, unless the app itself ended that binding.
    ///
    /// - Returns: true if it was taken; the caller then covers and ends the running flow.
    func noteTaking(after number: Int) -> Bool {
        binding.changeIf(.bound(number), to: .taken(resumes: resumes.value))
    }
}

extension ObservedValue {
    /// Changes the value if it is still the expected one, and returns whether it was.
    fileprivate func changeIf(_ expected: Value, to next: Value) -> Bool {
        change { value in
            guard value == expected else { return false }
            value = next
            return true
        }
    }
}
