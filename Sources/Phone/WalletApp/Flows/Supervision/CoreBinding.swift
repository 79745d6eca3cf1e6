// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Synchronization

/// The state of the binding between this user interface and the core (startup.md).
enum Binding: Sendable, Equatable {
    /// The app must bind itself, at the start or again. Until then it receives nothing from the core.
    case due
    /// The app is bound and observes the core. The number counts bindings.
    case bound(Int)
    /// Another user interface has bound itself to the core. This one shows nothing of the wallet until the app returns to the foreground.
    /// - resumes: the number of resumes at that time.
    case taken(resumes: Int)
}

extension UseCase {
    /// The use case that must run before every other use case; nil when the app is bound.
    init?(first binding: Binding) {
        switch binding {
        case .due: self = .openTheApp
        case .taken(let resumes): self = .standBy(resumes: resumes)
        case .bound: return nil
        }
    }
}

/// The binding between this user interface and the core, and the setup of the core's streams.
final class CoreBinding: Sendable {
    /// The number of streams that are set up for a binding.
    private struct Streams: Sendable, Equatable {
        static let all = 5
        var binding = 0
        var count = 0
    }

    private let binding = ObservedValue(Binding.due)
    private let bindings = Mutex(0)
    private let hasFollower = Mutex(false)
    private let streams = ObservedValue(Streams())

    var state: Binding { binding.value }

    /// True while the app is bound.
    var isBound: Bool { if case .bound = binding.value { true } else { false } }

    /// Requires a new binding; the present streams end.
    func release() { binding.set(.due) }

    /// Records that the app has bound itself; its streams can be set up.
    func bind() {
        binding.set(
            .bound(
                bindings.withLock { bindings in
                    bindings += 1
                    return bindings
                }))
    }

    /// Requires a new binding if this binding is still current.
    ///
    /// - Returns: true if it was; the running flows must end.
    func renew(after number: Int) -> Bool { binding.replace(.bound(number), with: .due) }

    /// Records that another user interface has taken the core, unless the app itself has ended this binding.
    ///
    /// - Parameter resumes: the number of resumes so far.
    /// - Returns: true if the core was taken; the glass must be covered and the running flows must end.
    func noteTaken(after number: Int, resumes: Int) -> Bool { binding.replace(.bound(number), with: .taken(resumes: resumes)) }

    /// Waits until the app is bound with another number.
    ///
    /// - Throws: `CancellationError`.
    func bound(otherThan seen: Int) async throws -> Int {
        var now = binding.value
        while true {
            if case .bound(let number) = now, number != seen { return number }
            now = try await binding.next(otherThan: now)
        }
    }

    /// Waits until this binding has ended.
    ///
    /// - Throws: `CancellationError`.
    func ended(_ number: Int) async throws { _ = try await binding.next(otherThan: .bound(number)) }

    // MARK: Streams

    /// Records that a task follows the core's streams. Without such a task, `streamsReady` does not wait.
    func beginFollowing() { hasFollower.withLock { $0 = true } }

    /// Records that one of the core's streams is set up for this binding, or cannot be.
    func noteStream(of number: Int) {
        streams.change { streams in
            if streams.binding != number { streams = Streams(binding: number) }
            streams.count += 1
        }
    }

    /// Waits until all of the core's streams are set up, or until the app is no longer bound.
    ///
    /// - Throws: `CancellationError`.
    func streamsReady() async throws {
        guard hasFollower.withLock({ $0 }), case .bound(let number) = binding.value else { return }
        var now = streams.value
        while now != Streams(binding: number, count: Streams.all), binding.value == .bound(number) {
            now = try await streams.next(otherThan: now)
        }
    }
}

extension ObservedValue {
    /// Replaces the value if it still equals the expected value.
    ///
    /// - Returns: true if it was replaced.
    fileprivate func replace(_ expected: Value, with next: Value) -> Bool {
        change { value in
            guard value == expected else { return false }
            value = next
            return true
        }
    }
}
