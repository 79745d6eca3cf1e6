// SPDX-License-Identifier: EUPL-1.2

import Foundation
import TestEnvironment

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One start of a program that prints its page's address: the time to the address and to the first screen.
enum StartedProgram {
    struct Times: Sendable {
        /// Time until the address is printed.
        let address: Duration
        /// Time until the page has arrived and, for `wallet`, the first event with the phone's screen.
        let screen: Duration
    }

    /// Starts a program, fetches its screen, and ends it.
    static func time(_ program: String, _ arguments: [String], isWallet: Bool) throws -> Times {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw BenchmarkError("no pipe") }
        let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let clock = ContinuousClock()
        let started = clock.now
        let process = try spawn(program, arguments, output: ends[1], otherEnd: ends[0])
        defer {
            _ = kill(process, SIGTERM)
            var status: CInt = 0
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        _ = close(ends[1])
        let (port, token) = try address(from: output, of: program)
        let printed = clock.now - started
        _ = try exchange("GET / HTTP/1.1", [:], "", port) { $0.contains("\r\n\r\n") }
        if isWallet {
            let answer = try exchange("POST /session HTTP/1.1", [:], #"{"token":"\#(token)"}"#, port) { $0.contains("}") }
            guard let bearer = answer.firstMatch(of: #/"bearer":"([^"]+)"/#)?.1 else { throw BenchmarkError("\(program) opens no session") }
            _ = try exchange("GET /events HTTP/1.1", ["Authorization": "Bearer \(bearer)"], "", port) { $0.contains("event: ") }
        }
        return Times(address: printed, screen: clock.now - started)
    }

    private static func address(from output: FileHandle, of program: String) throws -> (port: Int, token: String) {
        var text = ""
        while true {
            let piece = try output.readAvailable()
            guard !piece.isEmpty else { throw BenchmarkError("\(program) has ended: \(text)") }
            text += String(decoding: piece, as: UTF8.self)
            if let found = text.firstMatch(of: #/http:\/\/127\.0\.0\.1:(\d+)\/#?(\S*)\n/#), let port = Int(found.1) {
                return (port, String(found.2))
            }
        }
    }

    /// Sends a request on a new connection and reads until the response is sufficiently complete.
    private static func exchange(
        _ line: String, _ fields: [String: String], _ body: String, _ port: Int, until isEnough: (String) -> Bool
    ) throws -> String {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard connection >= 0 else { throw BenchmarkError("no socket") }
        let handle = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(connection, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw BenchmarkError("no connection to port \(port)") }
        var head = [line, "Host: 127.0.0.1:\(port)", "Sec-Fetch-Site: same-origin"] + fields.map { "\($0): \($1)" }
        if !body.isEmpty {
            head += ["Origin: http://127.0.0.1:\(port)", "Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
        }
        try handle.write(contentsOf: Data((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
        var text = ""
        while !isEnough(text) {
            let piece = try handle.readAvailable()
            guard !piece.isEmpty else { throw BenchmarkError("an answer ends too early: \(text.prefix(200))") }
            text += String(decoding: piece, as: UTF8.self)
        }
        return text
    }

    private static func spawn(_ program: String, _ arguments: [String], output: CInt, otherEnd: CInt) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_addclose(&actions, otherEnd)
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe texts.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let reason = unsafe posix_spawn(&process, program, &actions, nil, &texts, environ)
        guard reason == 0 else { throw BenchmarkError("\(program) cannot be started") }
        return process
    }
}
