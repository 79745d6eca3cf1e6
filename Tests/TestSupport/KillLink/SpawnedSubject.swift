// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A process that a harness starts and may kill: a program beside the tests, with a channel and without other input.
package struct SpawnedSubject: Sendable {
    /// The reason that no process was started.
    package struct CannotStart: Error {
        /// The system's error number; 0 when there is no program.
        package let reason: CInt
    }

    /// The harness's end of the channel.
    package let link: FrameChannel
    package let process: CInt

    /// Blocking reads and waits run on separate threads.
    private static let waiting = DispatchQueue(label: "subjects", attributes: .concurrent)

    /// Starts a program in the directory of the tests.
    ///
    /// - Throws: `CannotStart`; then there is no process and no channel.
    package init(_ name: String) throws(CannotStart) {
        guard let tests = Bundle.main.executableURL else { throw CannotStart(reason: 0) }
        var ends: [CInt] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw CannotStart(reason: errno)
        }
        defer { _ = close(ends[1]) }
        link = FrameChannel(ends[0])
        process = try Self.spawn(tests.deletingLastPathComponent().appending(path: name).path, ends[1])
    }

    private static func spawn(_ program: String, _ end: CInt) throws(CannotStart) -> CInt {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, end, FrameChannel.subjectDescriptor)
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe [unsafe strdup(program), nil]
        defer { unsafe texts.forEach { unsafe free($0) } }
        var process: CInt = 0
        let reason = unsafe posix_spawn(&process, program, &actions, nil, &texts, environ)
        guard reason == 0 else { throw CannotStart(reason: reason) }
        return process
    }

    /// Waits until the process has ended.
    ///
    /// - Returns: the status of `waitpid`.
    package func end() async throws -> CInt {
        try await Self.blocking { [process] in
            var status: CInt = 0
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status
        }
    }

    /// Reads the next message.
    ///
    /// - Throws: the error of ``FrameChannel/receive(_:)``.
    package func receive<Message: Decodable & Sendable>(_ type: Message.Type) async throws -> Message {
        try await Self.blocking { [link] in try link.receive(type) }
    }

    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
