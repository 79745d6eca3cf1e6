// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import SimulatedPhone
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
        /// It ended by SIGKILL.
        var isKilled = false
        /// How far its phone's clock was moved, in seconds.
        var timePassed: TimeInterval = 0
    }

    /// Why there is no process.
    struct CannotStart: Error {
        let reason: CInt
    }

    /// Blocking reads and waits have a thread of their own.
    private static let waiting = DispatchQueue(label: "subjects", attributes: .concurrent)

    /// Runs it to its end.
    ///
    /// - Parameter onWaiting: answers a subject that waits, given its process.
    static func run(
        _ assignment: Assignment, _ backend: Backend, onWaiting: (String, pid_t) async throws -> Answer = { _, _ in .done }
    ) async throws -> Ending {
        var ends: [CInt] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw CannotStart(reason: errno)
        }
        let link = FrameChannel(ends[0])
        let process: pid_t
        do {
            defer { _ = close(ends[1]) }
            process = try spawn(ends[1])
        }
        var ending = Ending()
        do {
            try link.send(assignment)
            while true {
                switch try await blocking({ try link.receive(Said.self) }) {
                case .request(let method, let url, let headers, let body, let validator):
                    try link.send(try await backend.answer(method, url, headers, body, validator: validator))
                case .browse(let address): try link.send(Answer.link(try await backend.issuer?.browse(address)))
                case .timePassed(let seconds):
                    backend.clock.advance(by: seconds)
                    ending.timePassed += seconds
                    try link.send(Answer.done)
                case .sprung(let point): ending.sprung = point
                case .report(let report): ending.report = report
                case .waiting(let what): try link.send(try await onWaiting(what, process))
                }
            }
        } catch is FrameChannel.Ended {}
        let status = try await blocking {
            var status: CInt = 0
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status
        }
        ending.isKilled = status & 0x7F == SIGKILL
        guard ending.isKilled || status == 0 else {
            Issue.record("the subject ended with \(status), \(assignment.flow), \(assignment.fault?.description ?? "no fault")")
            return ending
        }
        return ending
    }

    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.async { continuation.resume(with: Result { try body() }) }
        }
    }

    private static func spawn(_ end: CInt) throws -> pid_t {
        let tests = try #require(Bundle.main.executableURL)
        let program = tests.deletingLastPathComponent().appending(path: "wallet-kill-subject").path
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, end, FrameChannel.subjectDescriptor)
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe [unsafe strdup(program), nil]
        defer { unsafe texts.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let reason = unsafe posix_spawn(&process, program, &actions, nil, &texts, environ)
        guard reason == 0 else { throw CannotStart(reason: reason) }
        return process
    }
}
