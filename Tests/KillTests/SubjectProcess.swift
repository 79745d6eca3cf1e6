// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import SimulatedPhone
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One process of the wallet: started, served by the backend, and gone.
struct SubjectProcess {
    /// What there is to know when it is gone.
    struct Ending: Sendable {
        /// What it reported; nil when it was killed.
        var report: Report?
        /// The point at which the fault happened; nil when it was not passed.
        var sprung: String?
        /// The point at which the later fault happened; nil when it was not passed.
        var laterSprung: String?
        /// What the user typed as the PIN in force.
        var typed: [String] = []
        /// What the user takes for the PIN in force since then; nil when nothing is new.
        var remembers: String?
        /// It ended by SIGKILL.
        var isKilled = false
        /// How far its phone's clock was moved, in seconds.
        var timePassed: TimeInterval = 0
    }

    /// How long one may take, in seconds, before it is ended: a hundred times as long as the longest does.
    private static let patience: TimeInterval = 120

    /// Runs it to its end.
    ///
    /// - Parameter onWaiting: answers a subject that waits, given its process.
    static func run(
        _ assignment: Assignment, _ backend: Backend, onWaiting: (String, pid_t) async throws -> Answer = { _, _ in .done }
    ) async throws -> Ending {
        let subject = try SpawnedSubject("wallet-kill-subject")
        var ending = Ending()
        // One that never ends would keep all others from being killed.
        let isOverdue = Mutex(false)
        let watch = DispatchWorkItem { [process = subject.process] in
            isOverdue.withLock { $0 = true }
            _ = kill(process, SIGKILL)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: watch)
        do {
            try subject.link.send(assignment)
            while true {
                switch try await subject.receive(Said.self) {
                case .request(let method, let url, let headers, let body, let validator):
                    try subject.link.send(try await backend.answer(method, url, headers, body, validator: validator))
                case .browse(let address): try subject.link.send(Answer.link(try await backend.issuer?.browse(address)))
                case .timePassed(let seconds):
                    backend.clock.advance(by: seconds)
                    ending.timePassed += seconds
                    try subject.link.send(Answer.done)
                case .sprung(let point, let isLater): if isLater { ending.laterSprung = point } else { ending.sprung = point }
                case .typed(let digits): ending.typed.append(digits)
                case .remembers(let digits): ending.remembers = digits
                case .report(let report): ending.report = report
                case .waiting(let what): try subject.link.send(try await onWaiting(what, subject.process))
                }
            }
        } catch is FrameChannel.Ended {}
        watch.cancel()
        let status = try await subject.end()
        ending.isKilled = status & 0x7F == SIGKILL
        if isOverdue.withLock(\.self) {
            ending.isKilled = false
            ending.report = Report.overdue
            return ending
        }
        guard ending.isKilled || status == 0 else {
            Issue.record("the subject ended with \(status), \(assignment.flow), \(assignment.fault?.description ?? "no fault")")
            return ending
        }
        return ending
    }
}

extension Report {
    /// Of a process that died without being told to.
    static var missing: Report { Report(stuck: "the process has ended without a report") }

    /// Of one that was ended because it did not end.
    static var overdue: Report { Report(stuck: "the process does not end") }

    private init(stuck: String) {
        self.init()
        self.stuck = stuck
    }
}
