// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import DeviceAttestation
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServerKit
import Synchronization
import TestEnvironment
import Testing
import WalletProvider

@testable import WalletProviderHTTP

/// Loading the list of revoked Android certificates, and the effects of failures.
struct RevocationListTests {
    let directory: TemporaryDirectory
    let clock = TestClock()
    let log = LogRecorder()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let list = #"{"entries":{"6681152659205225093":{"status":"REVOKED"}}}"#
    private var path: String { directory.path("status.json") }

    private func write(_ text: String, at time: Date) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    }

    private func keeper(_ source: RevocationListSource, interval: Duration = .seconds(3600)) -> RevocationListKeeper {
        RevocationListKeeper(source: source, interval: interval, now: { [clock] in clock.now }, logger: log.logger)
    }

    // MARK: File

    @Test func `a list from a file has the file's age`() async throws {
        let keeper = keeper(.file(path))
        #expect(keeper.current == nil)
        try write(Self.list, at: clock.now.addingTimeInterval(-5000))
        #expect(await keeper.refresh())
        #expect(keeper.current?.count == 1)
        #expect(keeper.current?.fetchedAt == clock.now.addingTimeInterval(-5000))
        clock.advance(seconds: 100)
        #expect(await keeper.refresh())
        #expect(keeper.current?.isCurrent(at: clock.now, maximumAge: 5099) == false)
        #expect(keeper.current?.isCurrent(at: clock.now, maximumAge: 5100) == true)
    }

    @Test(arguments: ["", "{}", "[]", "null", #"{"entries":[]}"#, #"{"entries":{"zz":{"status":"REVOKED"}}}"#, "<html>", "\u{0}"])
    func `an invalid list keeps the previous one, which continues to age`(text: String) async throws {
        let keeper = keeper(.file(path))
        try write(Self.list, at: clock.now)
        #expect(await keeper.refresh())
        let before = keeper.current
        clock.advance(seconds: 1000)
        try write(text, at: clock.now)
        #expect(await !keeper.refresh())
        #expect(keeper.current == before)
        #expect(log.text.contains("list_age_seconds=1000 list_in_use=true"))
    }

    @Test func `one unreadable serial keeps no list out and is logged, two do; the entry is not logged`() async throws {
        let keeper = keeper(.file(path))
        let others = (1...9).map { #""\#($0)":{"status":"REVOKED"}"# }.joined(separator: ",")
        try write(#"{"entries":{\#(others),"no canary":{"status":"REVOKED"}}}"#, at: clock.now)
        #expect(await keeper.refresh())
        #expect(keeper.current?.count == 9 && keeper.current?.unreadCount == 1)
        #expect(log.lines.count == 2 && log.text.contains("serials cannot be read") && !log.text.contains("canary"))
        try write(#"{"entries":{\#(others)}}"#, at: clock.now)
        #expect(await keeper.refresh())
        #expect(log.lines.count == 3)
        try write(#"{"entries":{\#(others),"no canary":{},"nor canary":{}}}"#, at: clock.now)
        #expect(await !keeper.refresh())
        #expect(keeper.current?.count == 9 && keeper.current?.unreadCount == 0 && !log.text.contains("canary"))
    }

    @Test func `a missing file, or one from the future, keeps the previous list`() async throws {
        let keeper = keeper(.file(path))
        #expect(await !keeper.refresh())
        #expect(log.text.contains("list_in_use=false") && !log.text.contains("list_age_seconds"))
        try write(Self.list, at: clock.now.addingTimeInterval(120))
        #expect(await !keeper.refresh())
        #expect(keeper.current == nil)
        try write(Self.list, at: clock.now.addingTimeInterval(30))
        #expect(await keeper.refresh())
        #expect(keeper.current?.fetchedAt == clock.now)
        try FileManager.default.removeItem(atPath: path)
        #expect(await !keeper.refresh())
        #expect(keeper.current?.count == 1)
        // The log contains no content of the list.
        #expect(!log.text.contains("6681152659205225093"))
    }

    @Test func `a link is followed to its current target, and a target that is not a file is rejected`() async throws {
        try write(Self.list, at: clock.now.addingTimeInterval(-500))
        let link = directory.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let keeper = keeper(.file(link))
        #expect(await keeper.refresh())
        #expect(keeper.current?.fetchedAt == clock.now.addingTimeInterval(-500))
        for other in [directory.path(""), directory.path("missing"), "/dev/zero"] {
            try FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
            #expect(await !keeper.refresh())
        }
        #expect(keeper.current?.count == 1)
    }

    @Test func `the time of the list in use is a metric, 0 before the first; a failure does not renew it`() async throws {
        let operations = ProviderOperations(policy: .standard, timeouts: .patient, logger: log.logger)
        let keeper = keeper(.file(path))
        let name = "wallet_provider_revocation_list_fetched_seconds"
        operations.updateMetrics(nil, revocationList: keeper)
        #expect(operations.server.metricsText().contains("\(name) 0\n"))
        try write(Self.list, at: clock.now)
        #expect(await keeper.refresh())
        let fetched = Int64(clock.now.timeIntervalSince1970)
        clock.advance(seconds: 1000)
        try write("", at: clock.now)
        #expect(await !keeper.refresh())
        operations.updateMetrics(nil, revocationList: keeper)
        #expect(operations.server.metricsText().contains("\(name) \(fetched)\n"))
    }

    @Test func `a provider without Android phones has no list whose age could raise an alert`() {
        let operations = ProviderOperations(policy: .standard, timeouts: .patient, logger: log.logger)
        operations.updateMetrics(nil, revocationList: nil)
        #expect(!operations.server.metricsText().contains("revocation_list"))
    }

    // MARK: Address

    @Test(arguments: [
        "", "status", "http://lists.example/status", "https://", "https:///status", "https://user@lists.example/status",
        "https://u:p@lists.example/", "ftp://lists.example", "file:///status", "https://lists.example/status?key=canary",
        "https://lists.example/status#canary",
    ])
    func `only a plain https address is accepted`(text: String) {
        #expect(HTTPSAddress(text) == nil)
    }

    @Test func `trusted roots must be certificates`() {
        #expect(HTTPSAddress("https://lists.example", trustedRoots: [[1, 2, 3]]) == nil)
    }

    /// The next answer of a list server.
    private final class Shelf: Sendable {
        let answer = Mutex<(status: HTTPResponse.Status, body: String)>((.ok, RevocationListTests.list))
    }

    @Test(.timeLimit(.minutes(20)))
    func `a list from an address is current; failures, redirects and oversized answers keep the previous list`() async throws {
        let shelf = Shelf()
        let authority = try DevelopmentCertificateAuthority(directory: directory.url.appending(path: "tls"), now: Date())
        try await ListServer.serving(authority, { shelf.answer.withLock { $0 } }) { [clock] port in
            let address = try #require(HTTPSAddress("https://localhost:\(port)/status", trustedRoots: [authority.rootCertificate]))
            let keeper = keeper(.address(address, within: .patient))
            #expect(await keeper.refresh())
            #expect(keeper.current?.count == 1)
            #expect(keeper.current?.fetchedAt == clock.now)
            let before = keeper.current
            clock.advance(seconds: 10)
            let failures: [(HTTPResponse.Status, String)] = [
                (.internalServerError, Self.list), (.notFound, ""), (.found, Self.list), (.noContent, ""), (.ok, "{}"),
            ]
            for failure in failures {
                shelf.answer.withLock { $0 = failure }
                #expect(await !keeper.refresh())
                #expect(keeper.current == before)
            }
            shelf.answer.withLock { $0 = (.ok, String(repeating: " ", count: 65)) }
            await #expect(throws: RevocationListError.self) { try await address.get(maximumSize: 64, within: .patient) }
            #expect(try await address.get(maximumSize: 65, within: .patient).count == 65)
            shelf.answer.withLock { $0 = (.ok, #"{"entries":{}}"#) }
            #expect(await keeper.refresh())
            #expect(keeper.current?.count == 0)

            let stranger = try #require(HTTPSAddress("https://localhost:\(port)/status"))
            // The client connects again until this limit: to it, a certificate that it rejects is like a server that is starting.
            var timeouts = Timeouts.patient
            timeouts.revocationListPause = .seconds(2)
            let misled = self.keeper(.address(stranger, within: timeouts))
            #expect(await !misled.refresh())
        }
    }

    @Test(.timeLimit(.minutes(20))) func `an answer that has begun and does not end fails when the total time is over`() async throws {
        let authority = try DevelopmentCertificateAuthority(directory: directory.url.appending(path: "tls"), now: Date())
        let (rest, pieces) = AsyncStream.makeStream(of: ByteBuffer.self)
        pieces.yield(ByteBuffer(string: Self.list))
        let (asked, continuation) = AsyncStream.makeStream(of: HTTPFields.self)
        try await ListServer.serving(authority, { (.ok, "") }, hear: { continuation.yield($0) }, rest: rest) { port in
            let address = try #require(HTTPSAddress("https://localhost:\(port)/status", trustedRoots: [authority.rootCertificate]))
            let time = ManualClock()
            let fetching = Task { try await address.get(maximumSize: 1000, within: Timeouts.patient.measured(by: time)) }
            for await _ in asked { break }
            #expect(await time.nextSleep() == .seconds(60))
            time.advance(by: .seconds(60))
            await #expect(throws: RevocationListError("the answer is not complete in time")) { try await fetching.value }
            pieces.finish()
        }
    }

    @Test(.timeLimit(.minutes(20))) func `each fetch has a new trace, and a fetch outside of one sends none`() async throws {
        let authority = try DevelopmentCertificateAuthority(directory: directory.url.appending(path: "tls"), now: Date())
        let received = Mutex<[HTTPFields]>([])
        try await ListServer.serving(
            authority, { (.ok, Self.list) }, hear: { headers in received.withLock { $0.append(headers) } }
        ) { port in
            let address = try #require(HTTPSAddress("https://localhost:\(port)/status", trustedRoots: [authority.rootCertificate]))
            let keeper = keeper(.address(address, within: .patient))
            for _ in 1...2 { #expect(await keeper.refresh()) }
            _ = try await address.get(maximumSize: 1000, within: .patient)
        }
        let name = try #require(HTTPField.Name(TraceContext.headerName))
        let headers = received.withLock { $0 }
        #expect(headers.map { $0[values: name].count } == [1, 1, 0])
        // A malformed header would be answered with the ids of a new trace, not continued.
        let sent = headers.prefix(2).map { $0[name] ?? "" }
        #expect(sent.allSatisfy { $0.contains(TraceContext(continuing: [name: $0]).traceID) } && sent[0] != sent[1])
    }

    // MARK: Service

    @Test(.timeLimit(.minutes(20)))
    func `the service fetches at each interval, every minute after a failure, and ends when cancelled`() async throws {
        let time = ManualClock()
        let keeper = RevocationListKeeper(
            source: .file(path), interval: .seconds(3600), clock: time, now: { [clock] in clock.now }, logger: log.logger)
        try write(Self.list, at: clock.now)
        try await withThrowingTaskGroup { group in
            group.addTask { try await keeper.run() }
            #expect(await time.nextSleep() == .seconds(3600))
            #expect(keeper.current?.count == 1)
            try write("{}", at: clock.now)
            for _ in 1...2 {
                time.advance(by: .seconds(3600))
                #expect(await time.nextSleep() == .seconds(60))
                #expect(keeper.current?.count == 1)
            }
            try write(#"{"entries":{}}"#, at: clock.now)
            time.advance(by: .seconds(60))
            #expect(await time.nextSleep() == .seconds(3600))
            #expect(keeper.current?.count == 0)
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(log.lines.count == 4)
    }

    @Test(.timeLimit(.minutes(20)))
    func `a list loaded before the start is kept for an interval; a short interval also applies after a failure`() async throws {
        let time = ManualClock()
        let keeper = RevocationListKeeper(
            source: .file(path), interval: .seconds(10), clock: time, now: { [clock] in clock.now }, logger: log.logger)
        try write(Self.list, at: clock.now)
        #expect(await keeper.refresh())
        try write("", at: clock.now)
        try await withThrowingTaskGroup { group in
            group.addTask { try await keeper.run() }
            #expect(await time.nextSleep() == .seconds(10))
            #expect(log.lines.count == 1)
            time.advance(by: .seconds(9))
            time.advance(by: .seconds(1))
            #expect(await time.nextSleep() == .seconds(10))
            #expect(log.lines.count == 2)
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
