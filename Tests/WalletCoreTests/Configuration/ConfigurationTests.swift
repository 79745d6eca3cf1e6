// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import ObservedValues
import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// Only newer and valid configurations become active, and an older one never returns (T-C1, T-C6, F-D4, F-C1…4).
struct ConfigurationTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.launch()
    }

    private var documents: FakeDocuments { phone.provider.documents }
    private var now: Int64 { Int64(phone.clock.now.timeIntervalSince1970) }

    /// Returns a recognisable configuration.
    private func contents(inactivity: Int) throws -> ConfigurationDocument {
        var contents = documents.configuration(phone.provider.address)
        contents.lockTimeouts = try #require(
            LockTimeouts(warningSeconds: 20, inactivitySeconds: inactivity, backgroundSeconds: 60))
        return contents
    }

    private func serve(_ version: Int64, validator: String? = nil) throws {
        documents.serve(
            try documents.sign(try contents(inactivity: 100 + Int(version)), version: version, at: now), validator: validator,
            at: .configuration)
    }

    @discardableResult
    private func poll(_ core: Core? = nil) async -> DocumentFeed<ConfigurationDocument>.Poll {
        await (core ?? self.core).pollConfiguration(by: phone.clock)
    }

    private func version(_ core: Core? = nil) async -> Int64 { (core ?? self.core).configurationState.value.version }

    @Test func `the embedded configuration applies immediately, and a newer received configuration replaces it`() async throws {
        var states = try await core.setConfigurationStream().makeAsyncIterator()
        let first = try #require(await states.next())
        #expect(first.source == .embedded && first.version == 1)
        try serve(2)
        #expect(await poll() == .accepted)
        let second = try #require(await states.next())
        #expect(second.source == .received && second.version == 2 && second.document.lockTimeouts.inactivitySeconds == 102)
        #expect(try await core.inactivityTimeout() == 102)
    }

    @Test func `a received configuration and its ETag survive a restart`() async throws {
        try serve(2, validator: "\"two\"")
        await poll()
        let next = try await phone.launch()
        #expect(await version(next) == 2)
        #expect(await poll(next) == .unchanged)
        #expect(documents.validators(at: .configuration) == [nil, "\"two\""])
    }

    @Test(arguments: [0, 1, 2, 3, 4] as [Int64])
    func `an earlier version is ignored immediately, after a restart, and after the file was removed`(earlier: Int64) async throws {
        try serve(5)
        #expect(await poll() == .accepted)
        if earlier > 0 { try serve(earlier) } else { documents.serve("", at: .configuration) }
        #expect(await poll() == (earlier > 0 ? .outdated : .refused(.malformed)))
        #expect(await version() == 5)

        let restarted = try await phone.launch()
        _ = await poll(restarted)
        #expect(await version(restarted) == 5)

        try FileManager.default.removeItem(atPath: phone.utilities.storageDirectory + "/wallet.configuration")
        let bare = try await phone.launch()
        #expect(bare.configurationState.value.source == .embedded)
        _ = await poll(bare)
        #expect(bare.configurationState.value.source == .embedded)
        // The edition accepted before is accepted again.
        try serve(5)
        #expect(await poll(bare) == .accepted)
        #expect(await version(bare) == 5)
    }

    @Test func `a restored older file is not used`() async throws {
        let path = phone.utilities.storageDirectory + "/wallet.configuration"
        try serve(2)
        await poll()
        let old = try Data(contentsOf: URL(filePath: path))
        try serve(3)
        await poll()
        try old.write(to: URL(filePath: path))
        let next = try await phone.launch()
        #expect(next.configurationState.value.source == .embedded)
    }

    @Test(arguments: [("", 1), ("{", 1), ("null", 1), (#"{"token":"a.b.c"}"#, 1), (#"{"token":7}"#, 1), ("x", 300_000)])
    func `an invalid file counts as absent`(content: String, repeated: Int) async throws {
        try serve(2, validator: "\"two\"")
        await poll()
        let bytes = Data(String(repeating: content, count: repeated).utf8)
        try bytes.write(to: URL(filePath: phone.utilities.storageDirectory + "/wallet.configuration"))
        let next = try await phone.launch()
        #expect(next.configurationState.value.source == .embedded)
        #expect(await poll(next) == .accepted)
        #expect(documents.validators(at: .configuration).last == .some(nil))
        #expect(await version(next) == 2)
    }

    // MARK: Hostile

    @Test func `a document with a wrong signer, environment, kind or time is refused`() async throws {
        let contents = try contents(inactivity: 100)
        let other = FakeDocuments.name("production")
        let tokens: [(DocumentRefusal.Code, String)] = [
            (.wrongSigner, try documents.sign(contents, version: 9, at: now, key: P256.Signing.PrivateKey())),
            (.wrongSigner, try documents.sign(contents, version: 9, at: now, key: documents.policyKey)),
            (.unknownKey, try documents.sign(contents, version: 9, at: now, keyID: "sign-2")),
            (.wrongEnvironment, try documents.sign(contents, version: 9, at: now, environment: other)),
            (.expired, try documents.sign(contents, version: 9, at: now - 86_400)),
            (.notYetValid, try documents.sign(contents, version: 9, at: now + 301)),
            (.otherKind, try documents.sign(UpdatePolicy(), version: 9, at: now, key: documents.configurationKey)),
            (.malformed, "not a token"),
        ]
        for (code, token) in tokens {
            documents.serve(token, validator: "\"bad\"", at: .configuration)
            #expect(await poll() == .refused(code))
        }
        #expect(await version() == 1)
        // The validator of a refused body is never sent (T-C6).
        #expect(documents.validators(at: .configuration).allSatisfy { $0 == nil })
    }

    @Test func `the ETag of a refused document does not replace the ETag of the accepted document`() async throws {
        try serve(2, validator: "\"two\"")
        await poll()
        documents.serve("garbage", validator: "\"three\"", at: .configuration)
        await poll()
        documents.serve(NetworkResponse(status: 304, mediaType: "", body: [], validator: "\"three\""), at: .configuration)
        await poll()
        #expect(documents.validators(at: .configuration) == [nil, "\"two\"", "\"two\""])
    }

    @Test(arguments: [
        NetworkResponse(status: 200, mediaType: "text/html", body: Array("<html>".utf8)),
        NetworkResponse(status: 302, mediaType: "", body: []), NetworkResponse(status: 500, mediaType: "application/jwt", body: []),
        NetworkResponse(status: 304, mediaType: "", body: []),
    ])
    func `a response without a document is a failure`(response: NetworkResponse) async throws {
        documents.serve(response, at: .configuration)
        #expect(await poll() == .failed(.serverUnreachable))
        #expect(await version() == 1)
    }

    @Test(arguments: ["two", "\"t\nwo\"", "\"" + String(repeating: "x", count: 300) + "\"", "W/two", "\"é\""])
    func `an ETag that is not a valid header value is not stored`(validator: String) async throws {
        try serve(2, validator: validator)
        #expect(await poll() == .accepted)
        await poll()
        #expect(documents.validators(at: .configuration) == [nil, nil])
    }

    // MARK: Faults

    @Test func `without a server the last valid configuration is kept, and its expiry is reported`() async throws {
        try serve(2)
        await poll()
        documents.state.withLock { $0.error = .offline }
        #expect(await poll() == .failed(.noInternet))
        phone.clock.advance(by: 86_400)
        await poll()
        #expect(core.configurationState.value.source == .expired)
        #expect(await version() == 2)
        let next = try await phone.launch()
        #expect(next.configurationState.value.source == .expired)
        documents.state.withLock { $0.error = nil }
        try serve(3)
        #expect(await poll(next) == .accepted)
        #expect(next.configurationState.value.source == .received)
    }

    @Test func `a configuration with unreachable service addresses is replaced from the embedded address`() async throws {
        var contents = try contents(inactivity: 100)
        let nowhere = FakeDocuments.address("https://nowhere.test")
        contents.services = Services(configuration: nowhere, updatePolicy: nowhere)
        documents.serve(try documents.sign(contents, version: 2, at: now), at: .configuration)
        #expect(await poll() == .accepted)
        try serve(3)
        #expect(await poll() == .failed(.serverUnreachable))
        #expect(await poll() == .accepted)
        #expect(await version() == 3)
    }

    @Test func `on a full disk the present configuration stays, and the next poll succeeds`() async throws {
        try serve(2)
        await poll()
        let directory = phone.utilities.storageDirectory
        let failing = FailingFiles()
        let core = Core(embedded: phone.provider.embedded, checkpoints: failing)
        try await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        try await core.initialize()
        try serve(3)
        failing.fails = true
        #expect(await poll(core) == .failed(.storeFull))
        #expect(await version(core) == 2)
        failing.fails = false
        #expect(await poll(core) == .accepted)
        #expect(await version(core) == 3)
        #expect(!FileManager.default.fileExists(atPath: directory + "/wallet.configuration.new"))
    }

    @Test func `concurrent polls accept a new version once`() async throws {
        try serve(2)
        let polls = await withTaskGroup(of: DocumentFeed<ConfigurationDocument>.Poll.self) { group in
            for _ in 0..<20 { group.addTask { await poll() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(polls.count { $0 == .accepted } == 1)
        #expect(polls.count { $0 == .unchanged } == 19)
    }
}
