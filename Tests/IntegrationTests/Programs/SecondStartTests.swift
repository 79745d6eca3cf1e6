// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `wallet demo` as processes: one per state directory; later starts pass their links to it (T-A2).
@Suite(.serialized, .timeLimit(.minutes(20))) struct SecondStartTests {
    private static let link = "https://wallet.example/deeplink/disclosure?canary="
    private let directory: TemporaryDirectory
    private var state: String { directory.path("state") }

    init() throws { directory = try TemporaryDirectory(isInMemory: false) }

    /// The running processes, by their place in the test.
    private final class Running: Sendable {
        private let processes = Mutex<[Int: pid_t]>([:])

        func add(_ number: Int, _ process: pid_t) { processes.withLock { $0[number] = process } }
        func remove(_ number: Int) { processes.withLock { _ = $0.removeValue(forKey: number) } }
        func stopAll(with signal: CInt = SIGTERM) {
            processes.withLock { processes in for process in processes.values { kill(process, signal) } }
        }
    }

    /// Starts that many demos with a link at once, and stops the one that remains.
    private func startAtOnce(_ count: Int, state: String) async throws -> [ProgramRun] {
        let running = Running()
        return try await withThrowingTaskGroup(of: ProgramRun.self) { group in
            defer { running.stopAll(with: SIGKILL) }
            for number in 0..<count {
                group.addTask {
                    defer { running.remove(number) }
                    return try await ProgramRun(["demo", "--patient", "--state", state, "--link", Self.link + "\(number)"], of: "wallet") {
                        running.add(number, $0)
                    }
                }
            }
            var runs: [ProgramRun] = []
            while let run = try await group.next() {
                runs.append(run)
                if runs.count == count - 1 { running.stopAll() }
            }
            return runs
        }
    }

    @Test func `of fifty concurrent starts one runs, forty-nine hand over their link to it, and no file is damaged`() async throws {
        let runs = try await startAtOnce(50, state: state)
        #expect(runs.allSatisfy { $0.status == 0 && $0.errors.isEmpty }, "\(runs.filter { $0.status != 0 }.map(\.errors))")
        #expect(runs.filter { $0.output.contains("has taken the link") }.count == 49)
        #expect(runs.filter { $0.output.contains("The phone is on") }.count == 1)
        #expect(runs.allSatisfy { !$0.output.contains("canary") })
        for file in ["phone/app/wallet.db", "provider/accounts.sqlite"] {
            let database = try DatabaseQueue(path: state + "/" + file)
            #expect(try await database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
            try database.close()
        }
        #expect(!FileManager.default.fileExists(atPath: state + "/links"))
        try expectNoLinkIn(state)
        // The demo starts again over the same state.
        #expect(try await startAtOnce(3, state: state).allSatisfy { $0.status == 0 })
    }

    /// Expects that no file contains a link, but for the links that the app was told and the wallet has not stored (`LinkInbox`).
    private func expectNoLinkIn(_ state: String) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: state) where name != "phone/app/links" {
            guard let bytes = FileManager.default.contents(atPath: state + "/" + name) else { continue }
            #expect(bytes.range(of: Data("canary".utf8)) == nil, "\(name)")
        }
    }

    @Test func `the demo starts at a path that is too long for a socket name`() async throws {
        let deep = directory.path(String(repeating: "d", count: 120) + "/state")
        let runs = try await startAtOnce(3, state: deep)
        #expect(runs.allSatisfy { $0.status == 0 && $0.errors.isEmpty }, "\(runs.map(\.errors))")
        #expect(runs.filter { $0.output.contains("has taken the link") }.count == 2)
    }

    @Test func `the demo replaces the socket of a killed demo, but no other file in that place`() async throws {
        let running = Running()
        async let killed = ProgramRun(["demo", "--patient", "--state", state], of: "wallet") { running.add(0, $0) }
        while !FileManager.default.fileExists(atPath: state + "/links") { await Task.yield() }
        running.stopAll(with: SIGKILL)
        #expect(try await killed.status == 128 + SIGKILL)
        #expect(FileManager.default.fileExists(atPath: state + "/links"))
        #expect(try await startAtOnce(2, state: state).allSatisfy { $0.status == 0 })
        try Data("mine".utf8).write(to: URL(filePath: state + "/links"))
        let run = try await ProgramRun(["demo", "--patient", "--state", state], of: "wallet", stoppingAt: "takes no links")
        #expect(run.status == 0)
        #expect(FileManager.default.contents(atPath: state + "/links") == Data("mine".utf8))
    }

    @Test func `a second start without a link, or with a request for a fresh start, is refused and changes nothing`() async throws {
        let running = Running()
        async let first = ProgramRun(["demo", "--patient", "--state", state], of: "wallet") { running.add(0, $0) }
        while !FileManager.default.fileExists(atPath: state + "/links") { await Task.yield() }
        for arguments in [[], ["--fresh"]] {
            let second = try await ProgramRun(["demo", "--state", state] + arguments, of: "wallet")
            #expect(second.status == 1 && second.errors.contains("in use already"), "\(second.errors)")
        }
        running.stopAll()
        #expect(try await first.status == 0)
    }

    @Test func `the demo survives any input on its socket`() async throws {
        let running = Running()
        async let demo = ProgramRun(["demo", "--patient", "--state", state], of: "wallet") { running.add(0, $0) }
        while !FileManager.default.fileExists(atPath: state + "/links") { await Task.yield() }
        let mode = try FileManager.default.attributesOfItem(atPath: state + "/links")[.posixPermissions] as? NSNumber
        #expect((mode?.intValue ?? 0o777) & 0o077 == 0)
        for text in ["\n", "\0\n", "\u{1b}[2J\n", String(repeating: "a", count: 8193) + "\n", String(repeating: "b", count: 200_000)] {
            #expect(try say(Array(text.utf8)).contains("taken") == false)
        }
        #expect(try !say([0xff, 0xfe, 0x0a]).contains("taken"))
        #expect(try say(Array((Self.link + "x\n").utf8)) == "taken\n")
        running.stopAll()
        let run = try await demo
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    /// Writes to the socket and returns the response.
    private func say(_ bytes: [UInt8]) throws -> String {
        let file = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array((state + "/links").utf8)) }
        let isConnected = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(isConnected == 0)
        _ = unsafe bytes.withUnsafeBytes { unsafe send(file, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        var answer = [UInt8](repeating: 0, count: 100)
        let count = unsafe answer.withUnsafeMutableBytes { unsafe recv(file, $0.baseAddress, $0.count, 0) }
        return String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
    }

    @Test(arguments: [
        ["--link", ""], ["--link", "no address"], ["--link", "/path/only"], ["--link", "https://wallet.example/\nsecond"],
        ["--link", "https://wallet.example/" + String(repeating: "a", count: 8192)], ["--link", "https://wallet.example/", "--fresh"],
    ])
    func `a text that is not a link is a usage error`(arguments: [String]) async throws {
        let run = try await ProgramRun(["demo", "--state", state] + arguments, of: "wallet")
        #expect(run.status == 64)
        #expect(!FileManager.default.fileExists(atPath: state))
    }
}
