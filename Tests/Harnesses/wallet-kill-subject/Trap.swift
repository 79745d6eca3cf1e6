// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import SimulatedPhone
import Synchronization
import WalletCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Lists the points that the core's work passes, and lets the one fault happen at its place.
final class Trap: Sendable {
    private struct State {
        var isArmed = false
        var isSprung = false
        var points: [String] = []
        var occurrences: [String: Int] = [:]
    }

    private let fault: Fault?
    private let disk: ForgetfulDisk?
    private let phone: SimulatedPhone
    private let link: FrameChannel
    private let state = Mutex(State())

    init(_ assignment: Assignment, phone: SimulatedPhone, link: FrameChannel) {
        fault = assignment.fault
        disk = assignment.isForgetful ? ForgetfulDisk(app: assignment.directory + "/phone/app") : nil
        self.phone = phone
        self.link = link
    }

    /// The points passed so far.
    var points: [String] { state.withLock { $0.points } }

    func arm() { state.withLock { $0.isArmed = true } }

    func disarm() { state.withLock { $0.isArmed = false } }

    /// A point is passed. When it is the fault's place the process dies here, or time passes.
    ///
    /// - Returns: whether the act is to fail.
    func pass(_ point: String) -> Bool {
        let isPlace = state.withLock { state in
            guard state.isArmed, !state.isSprung else { return false }
            state.points.append(point)
            state.occurrences[point, default: 0] += 1
            state.isSprung =
                switch fault?.place {
                case .point(let name, let occurrence): name == point && occurrence == state.occurrences[point]
                case .ordinal(let number): number == state.points.count
                case nil: false
                }
            return state.isSprung
        }
        guard isPlace, let fault else { return false }
        try? link.send(Said.sprung(point))
        switch fault.kind {
        case .kill, .lateKill:
            disk?.forget()
            _ = kill(getpid(), SIGKILL)
            while true { _ = pause() }
        case .error: return true
        case .delay:
            letTimePass(fault.seconds)
            return false
        }
    }

    /// Moves the phone's clock, and the backend's with it.
    func letTimePass(_ seconds: TimeInterval) {
        try? phone.moveClock(by: seconds)
        _ = try? link.exchange(Said.timePassed(seconds), for: Answer.self)
    }
}

extension Trap: CheckpointObserver {
    func reach(_ checkpoint: Checkpoint) throws(WalletCoreError) {
        if checkpoint.act == .write, checkpoint.side == .before { disk?.remember() }
        if pass(checkpoint.description) { throw WalletCoreError(.storeFull, "the harness fails \(checkpoint)") }
    }
}
