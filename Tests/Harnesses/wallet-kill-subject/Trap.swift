// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import PhoneSimulator
import Synchronization
import WalletConfiguration
import WalletCore
import WalletInterface

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Records the points that the core's work passes, and triggers the one fault of each stretch.
final class Trap: Sendable {
    /// A part of a process's work that has points.
    enum Stretch: Sendable {
        /// The flow itself.
        case run
        /// The way to the flow's end.
        case later
    }

    private struct Passed {
        var points: [String] = []
        var occurrences: [String: Int] = [:]
        var isSprung = false
    }

    private struct State {
        var stretch: Stretch?
        var passed: [Stretch: Passed] = [:]
        var isIgnored: @Sendable (String) -> Bool = { _ in false }
        /// How often each point was passed, armed or not.
        var reached: [String: Int] = [:]
    }

    private let faults: [Stretch: Fault]
    private let disk: ForgetfulDisk?
    private let pendingDeregistrations: DeregistrationMark
    private let phone: SimulatedPhone
    private let link: FrameChannel
    private let state = Mutex(State())
    /// Signals that a point was passed.
    let changes = Changes()

    init(_ assignment: Assignment, phone: SimulatedPhone, link: FrameChannel) {
        faults = [.run: assignment.fault, .later: assignment.laterFault].compactMapValues(\.self)
        disk = assignment.isForgetful ? ForgetfulDisk(app: assignment.directory + "/phone/app") : nil
        pendingDeregistrations = DeregistrationMark(in: assignment.directory)
        self.phone = phone
        self.link = link
    }

    /// Returns the points passed so far.
    func points(of stretch: Stretch) -> [String] { state.withLock { $0.passed[stretch]?.points ?? [] } }

    /// Returns true if the stretch's fault has occurred.
    func hasSprung(in stretch: Stretch) -> Bool { state.withLock { $0.passed[stretch]?.isSprung ?? false } }

    /// Returns true if this process has passed a point, armed or not. A write of several values is identified by the first ones.
    func hasReached(_ point: String) -> Bool { timesReached(point) > 0 }

    /// Returns how often this process has passed a point, armed or not. A write of several values is identified by the first ones.
    func timesReached(_ point: String) -> Int {
        state.withLock { $0.reached.reduce(0) { $1.key == point || $1.key.hasPrefix(point + " ") ? $0 + $1.value : $0 } }
    }

    /// True if the wallet has received every document.
    var hasDocuments: Bool { DocumentEndpoint.allCases.allSatisfy { hasReached("after write preference.highest_\($0.rawValue)") } }

    /// True if the provider has confirmed the deregistration of every erased wallet.
    var areDeregistrationsSent: Bool { pendingDeregistrations.isThere }

    /// Ignores the points of other flows.
    func ignore(_ isIgnored: @escaping @Sendable (String) -> Bool) { state.withLock { $0.isIgnored = isIgnored } }

    func arm(_ stretch: Stretch) { state.withLock { $0.stretch = stretch } }

    func disarm() { state.withLock { $0.stretch = nil } }

    /// Passes a point. At the fault's place the process dies, or time passes.
    ///
    /// - Returns: true if the act must fail.
    func pass(_ point: String) -> Bool {
        let fault = state.withLock { state -> (Fault, isLater: Bool)? in
            state.reached[point, default: 0] += 1
            guard let stretch = state.stretch, !state.isIgnored(point) else { return nil }
            var passed = state.passed[stretch] ?? Passed()
            defer { state.passed[stretch] = passed }
            guard !passed.isSprung else { return nil }
            passed.points.append(point)
            passed.occurrences[point, default: 0] += 1
            guard let fault = faults[stretch] else { return nil }
            passed.isSprung =
                switch fault.place {
                case .point(let name, let occurrence): name == point && occurrence == passed.occurrences[point]
                case .ordinal(let number): number == passed.points.count
                }
            return passed.isSprung ? (fault, stretch == .later) : nil
        }
        changes.note()
        guard let (fault, isLater) = fault else { return false }
        try? link.send(Said.sprung(point, isLater: isLater))
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

    /// Moves the clocks of the phone and the backend.
    func letTimePass(_ seconds: TimeInterval) {
        try? phone.moveClock(by: seconds)
        _ = try? link.exchange(Said.timePassed(seconds), for: Answer.self)
    }
}

extension Trap: CheckpointObserver {
    func reach(_ checkpoint: Checkpoint) throws(WalletCoreError) {
        if checkpoint.act == .write, checkpoint.side == .before { disk?.remember() }
        pendingDeregistrations.note(checkpoint)
        if pass(checkpoint.description) { throw WalletCoreError(.storeFull, "the harness fails \(checkpoint)") }
    }
}
