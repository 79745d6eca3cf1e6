// SPDX-License-Identifier: EUPL-1.2

import ObservedValues

/// How a user interface and the core are bound (start-up document, *Initialization*).
enum Binding: Sendable, Equatable {
    /// It is to be bound, at the start or anew: until then it hears nothing of the core.
    case due
    /// It is bound and observes the core; how often it was bound.
    case bound(Int)
    /// Another user interface has bound itself to the core. This one shows nothing of the wallet until the app is on the glass again; how often
    /// it was until then.
    case taken(resumes: Int)
}

extension UseCase {
    /// What goes before every other use case; nil when the app is bound.
    init?(first binding: Binding) {
        switch binding {
        case .due: self = .openTheApp
        case .taken(let resumes): self = .standBy(resumes: resumes)
        case .bound: return nil
        }
    }
}

extension Supervision {
    /// The app is to be bound, or bound anew: its streams end.
    func unbind() { binding.set(.due) }

    /// The app is bound to the core: its streams are to be set up, and the core can take links.
    func noteBinding() {
        binding.set(
            .bound(
                bindings.change { bindings in
                    bindings += 1
                    return bindings
                }))
        linkTries.change { $0 += 1 }
    }

    /// Waits until the app is bound, and not for the time that is named.
    ///
    /// - Throws: `CancellationError`.
    func bound(otherThan seen: Int) async throws -> Int {
        var now = binding.value
        while true {
            if case .bound(let number) = now, number != seen { return number }
            now = try await binding.next(otherThan: now)
        }
    }

    /// One of the core's streams is set up for that binding, or cannot be.
    func noteObserving(_ number: Int) {
        observing.change { observing in
            if observing.binding != number { observing = Observing(binding: number) }
            observing.streams += 1
        }
    }

    /// Waits until all of the core's streams are set up, where somebody follows them at all, or the app is not bound any more.
    ///
    /// - Throws: `CancellationError`.
    func observed() async throws {
        guard isFollowed.value, case .bound(let number) = binding.value else { return }
        var now = observing.value
        while now != Observing(binding: number, streams: Observing.all), binding.value == .bound(number) {
            now = try await observing.next(otherThan: now)
        }
    }

    /// Ends what runs because that binding is not whole: the core erases a revoked wallet by itself, or another user interface was there first.
    func bindAnew(after number: Int) {
        guard binding.changeIf(.bound(number), to: .due) else { return }
        abort.set(true)
    }

    /// Another user interface has taken the core, unless the app itself has ended that binding.
    ///
    /// - Returns: whether it was so: what runs is to be covered and ended.
    func noteTaking(after number: Int) -> Bool {
        binding.changeIf(.bound(number), to: .taken(resumes: resumes.value))
    }
}

extension ObservedValue {
    /// Changes it when it is still what was expected, and says whether it was.
    fileprivate func changeIf(_ expected: Value, to next: Value) -> Bool {
        change { value in
            guard value == expected else { return false }
            value = next
            return true
        }
    }
}
