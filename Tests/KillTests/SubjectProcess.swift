// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import PhoneSimulator
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One process of the wallet: its start, its requests to the backend, and its end.
struct SubjectProcess {
    /// The result of an ended process.
    struct Ending: Sendable {
        /// The report; nil if the process was killed.
        var report: Report?
        /// The point at which the fault occurred; nil if it was not passed.
        var sprung: String?
        /// The point at which the later fault occurred; nil if it was not passed.
        var laterSprung: String?
        /// The PINs that the user typed as the active one.
        var typed: [String] = []
        /// The PIN that the user now believes to be active; nil for no change.
        var remembers: String?
        /// True if it ended by SIGKILL.
        var isKilled = false
        /// The distance by which its phone's clock was moved, in seconds.
        var timePassed: TimeInterval = 0
    }

    /// The time limit in seconds, a hundred times the longest normal run.
    private static let patience: TimeInterval = 120

    /// Runs the process to its end.
    ///
    /// - Parameter onWaiting: responds to a waiting subject, given its process.
    static func run(
        _ assignment: Assignment, _ backend: Backend, onWaiting: (String, pid_t) async throws -> Answer = { _, _ in .done }
    ) async throws -> Ending {
        let subject = try SpawnedSubject("wallet-kill-subject")
        var ending = Ending()
        // A process that never ends would block all others.
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
                case .meetsRequest: try subject.link.send(Answer.link(backend.verifier?.ask()))
                case .approves(let link, let values): backend.verifier?.noteApproval(link, values)
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
    /// The report of a process that died unexpectedly.
    static var missing: Report { Report(stuck: "the process has ended without a report") }

    /// The report of a process that exceeded the time limit.
    static var overdue: Report { Report(stuck: "the process does not end") }

    private init(stuck: String) {
        self.init()
        self.stuck = stuck
    }
}
