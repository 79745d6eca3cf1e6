// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

extension Outage {
    /// A dependency that works only for short moments. If a moment suffices for one call only, each call of a request takes half a second.
    ///
    /// - Parameters:
    ///   - moment: how long it works between two interruptions.
    ///   - stop: interrupts the dependency; the returned closure resumes it.
    static func pulsing(
        _ name: String, moment: Duration = .milliseconds(3), stop: @escaping @Sendable () throws -> @Sendable () -> Void
    ) -> Outage {
        Outage(name: name, isSlow: true) {
            let pulse = Pulse(moment / .seconds(1), stop)
            return { try pulse.end() }
        }
    }
}

/// Interrupts and resumes a dependency repeatedly, on a separate thread.
private final class Pulse: Sendable {
    private static let stops = 0.6
    private let works: Double

    private let ending = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    init(_ works: Double, _ stop: @escaping @Sendable () throws -> @Sendable () -> Void) {
        self.works = works
        Thread { [self] in
            do {
                while try !stopOnce(stop) {}
            } catch {
                failure.withLock { $0 = error }
            }
            ended.signal()
        }
        .start()
    }

    /// - Returns: true if this was the last interruption.
    private func stopOnce(_ stop: () throws -> () -> Void) throws -> Bool {
        let start = try stop()
        let isOver = ending.wait(timeout: .now() + Self.stops) == .success
        start()
        return isOver || ending.wait(timeout: .now() + works) == .success
    }

    /// Resumes the dependency permanently.
    func end() throws {
        ending.signal()
        ended.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
