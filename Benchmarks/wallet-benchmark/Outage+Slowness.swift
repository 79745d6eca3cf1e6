// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

extension Outage {
    /// Something that works for a moment only, again and again, so that a call now and then takes more than half a second.
    ///
    /// - Parameter stop: ends its work; what it returns lets it work again.
    static func pulsing(_ name: String, stop: @escaping @Sendable () throws -> @Sendable () -> Void) -> Outage {
        Outage(name: name, isSlow: true) {
            let pulse = Pulse(stop)
            return { try pulse.end() }
        }
    }
}

/// Stops something and lets it go, in turn, on a thread of its own.
private final class Pulse: Sendable {
    private static let stops = 0.6
    private static let works = 0.15

    private let ending = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    init(_ stop: @escaping @Sendable () throws -> @Sendable () -> Void) {
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

    /// - Returns: whether this was the last time.
    private func stopOnce(_ stop: () throws -> () -> Void) throws -> Bool {
        let start = try stop()
        let isOver = ending.wait(timeout: .now() + Self.stops) == .success
        start()
        return isOver || ending.wait(timeout: .now() + Self.works) == .success
    }

    /// Lets it work again for good.
    func end() throws {
        ending.signal()
        ended.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
