// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A process of the provider that can be killed at a point of its work.
final class ProviderSubjectProcess {
    /// It is gone before it answered.
    struct Killed: Error {}

    /// It does not serve.
    struct NotServing: Error {
        let reason: String
    }

    private static let waiting = DispatchQueue(label: "provider-subjects", attributes: .concurrent)

    private let link: FrameChannel
    private let process: pid_t
    private var hasEnded = false
    /// How many PINs this process has verified since it was armed.
    private(set) var verified = 0
    /// Where it was killed.
    private(set) var sprung: String?

    /// Starts one and waits until it serves.
    init(_ assignment: ProviderAssignment) async throws {
        var ends: [CInt] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        link = FrameChannel(ends[0])
        defer { _ = close(ends[1]) }
        process = try Self.spawn(ends[1])
        try link.send(assignment)
        guard case .ready(let reason) = try await receive() else { throw Killed() }
        if let reason {
            await end()
            throw NotServing(reason: reason)
        }
    }

    /// Sends something and waits for what is said to it.
    ///
    /// - Throws: `Killed` when the process dies of it.
    func ask(_ asked: ProviderAsked) async throws -> ProviderSaid {
        do {
            try link.send(asked)
            while true {
                switch try await receive() {
                case .verified: verified += 1
                case .sprung(let point): sprung = point
                case let said: return said
                }
            }
        } catch is FrameChannel.Ended {
            await end()
            throw Killed()
        }
    }

    func arm(_ place: Fault.Place?) async throws {
        verified = 0
        _ = try await ask(.arm(place))
    }

    /// Kills it, whatever it does.
    func end() async {
        guard !hasEnded else { return }
        hasEnded = true
        _ = kill(process, SIGKILL)
        let process = process
        _ = try? await Self.blocking {
            var status: CInt = 0
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }

    private func receive() async throws -> ProviderSaid {
        let link = link
        return try await Self.blocking { try link.receive(ProviderSaid.self) }
    }

    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.async { continuation.resume(with: Result { try body() }) }
        }
    }

    private static func spawn(_ end: CInt) throws -> pid_t {
        let tests = try #require(Bundle.main.executableURL)
        let program = tests.deletingLastPathComponent().appending(path: "provider-kill-subject").path
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, end, FrameChannel.subjectDescriptor)
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe [unsafe strdup(program), nil]
        defer { unsafe texts.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let reason = unsafe posix_spawn(&process, program, &actions, nil, &texts, environ)
        try #require(reason == 0)
        return process
    }
}
