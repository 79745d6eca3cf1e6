// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// Disks that fail at the n-th call for each file beside the store, and the order of calls that a power cut requires (F-D4, F-D5, F-D6).
@Suite(.timeLimit(.minutes(20)))
struct CoreFileFaultTests {
    // MARK: Order

    @Test func `a new file is flushed before it replaces the old file, and the directory is flushed afterwards`() async throws {
        let phone = try Phone()
        let file = CoreFile("document", in: phone.directory)
        let replacement = [
            "create wallet.document.new", "write wallet.document.new", "synchronize wallet.document.new",
            "rename wallet.document.new wallet.document", "synchronize directory",
        ]
        for _ in 0..<2 {
            let calls = RecordedFileCalls()
            try CoreFile.$calls.withValue(calls) { try file.replace(with: Data("x".utf8)) }
            #expect(calls.done == replacement)
        }
        let calls = RecordedFileCalls()
        try CoreFile.$calls.withValue(calls) { try file.remove() }
        #expect(calls.done == ["remove wallet.document", "synchronize directory"])
    }

    @Test func `erasing flushes its marker first, then the removals, and then removes the marker`() async throws {
        let phone = try await filled()
        let calls = RecordedFileCalls()
        try await CoreFile.$calls.withValue(calls) {
            try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys)
        }
        let mark = [
            "create wallet.erasing.new", "write wallet.erasing.new", "synchronize wallet.erasing.new",
            "rename wallet.erasing.new wallet.erasing", "synchronize directory",
        ]
        let end = ["synchronize directory", "remove wallet.erasing", "synchronize directory"]
        #expect(calls.done.prefix(5) == mark[...] && calls.done.suffix(3) == end[...])
        let removed = calls.done.dropFirst(5).dropLast(3)
        #expect(removed.allSatisfy { $0.hasPrefix("remove wallet.") } && removed.contains("remove wallet.db"))
    }

    // MARK: Faults

    private func filled() async throws -> Phone {
        let phone = try Phone()
        let store = try await phone.openStore()
        try store.change { changes throws(WalletCoreError) in try changes.set(.registration, to: .sample) }
        store.close()
        try CoreFile("policy", in: phone.directory).replace(with: Data("old".utf8))
        return phone
    }

    @Test func `after a failure anywhere a file has its old or its new content, and the next try succeeds`() async throws {
        let (old, new) = (Array(repeating: UInt8(1), count: 5000), Array(repeating: UInt8(2), count: 7000))
        try await RecordedFileCalls.failingEach { calls in
            let phone = try Phone()
            let file = CoreFile("document", in: phone.directory)
            try file.replace(with: old)
            let isDone = (try? CoreFile.$calls.withValue(calls) { try file.replace(with: new) }) != nil
            let found = try file.read(atMost: 10_000)
            // Only an unsynchronised rename is reported as failed with the new content in place.
            let isNamed = calls.done.contains { $0.hasPrefix("rename") }
            #expect(found == (isNamed ? new : old))
            #expect(!isDone || isNamed && calls.done.last == "synchronize directory")
            try file.replace(with: new)
            #expect(try file.read(atMost: 10_000) == new)
            #expect(try phone.contents().keys.sorted() == ["wallet.document"])
        }
    }

    @Test(arguments: DocumentEndpoint.allCases)
    func `a document that cannot be stored does not apply, and the next poll fetches it again`(endpoint: DocumentEndpoint) async throws {
        try await RecordedFileCalls.failingEach { calls in
            let phone = try Phone()
            let core = try await phone.launch()
            try await phone.serve(endpoint, version: 15)
            #expect(try await phone.poll(endpoint, core))
            try await phone.serve(endpoint, version: 16)
            let isAccepted = try await CoreFile.$calls.withValue(calls) { try await phone.poll(endpoint, core) }
            #expect(await core.version(of: endpoint) == (isAccepted ? 16 : 15))
            #expect(isAccepted == (calls.done.last == "synchronize directory"))
            let next = try await phone.launch()
            #expect([isAccepted ? 16 : 15, 16].contains(await next.version(of: endpoint)))
            _ = try await phone.poll(endpoint, next)
            #expect(await next.version(of: endpoint) == 16)
            #expect(try await phone.launch().version(of: endpoint) == 16)
        }
    }

    @Test func `an erasure that fails anywhere has either not started or is completed by the next start`() async throws {
        try await RecordedFileCalls.failingEach { calls in
            let phone = try await filled()
            let isDone = await CoreFile.$calls.withValue(calls) {
                (try? await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys)) != nil
            }
            let hasBegun = calls.done.contains { $0.hasPrefix("rename") }
            #expect(!isDone || hasBegun)
            let store = try await phone.openStore()
            #expect(try store.value(.registration) == (hasBegun ? nil : .sample))
            store.close()
            #expect(try phone.contents().keys.contains("wallet.policy") == !hasBegun)
            try await SealedStore.erase(in: phone.directory, encryptionKey: phone.encryptionKeys)
            #expect(try phone.contents().isEmpty && phone.encryptionKeys.keys.withLock { $0.isEmpty })
        }
    }

    @Test func `a wipe that fails at any file keeps the wallet or its pending deregistration`() async throws {
        try await RecordedFileCalls.failingEach { calls in
            let phone = try Phone()
            let core = try await phone.registered()
            let isDone = await CoreFile.$calls.withValue(calls) { (try? await core.wipe()) != nil }
            let next = try await phone.launch()
            if try await next.hasRemotePIN() {
                #expect(!isDone)
                #expect(try await next.unlock(pin: Phone.pin()) == .valid)
                try await next.wipe()
            }
            #expect(try await next.store().value(.pendingDeregistrations)?.count == 1, "\(calls.done)")
            try WipeTests.expectNothing(on: phone, deviceKeys: 1)
        }
    }
}

extension Phone {
    fileprivate func serve(_ endpoint: DocumentEndpoint, version: Int64) async throws {
        guard endpoint == .updatePolicy else { return try await serve(configuration: version) }
        let range = try #require(VersionRange("<1.0.0"))
        let policy = UpdatePolicy(available: [], rules: [UpdateRule(range, .block, from: nil)])
        let documents = provider.documents
        documents.serve(try documents.sign(policy, version: version, at: Int64(clock.now.timeIntervalSince1970)), at: .updatePolicy)
    }

    /// Returns true if a newer document became active.
    fileprivate func poll(_ endpoint: DocumentEndpoint, _ core: Core) async throws -> Bool {
        guard endpoint == .updatePolicy else { return await core.pollConfiguration(by: clock) == .accepted }
        return try await core.pollUpdatePolicy() == .accepted
    }
}

extension Core {
    fileprivate func version(of endpoint: DocumentEndpoint) -> Int64? {
        endpoint == .updatePolicy ? shared.updatePolicy.feed.kept?.document.version : shared.configuration.feed.kept?.document.version
    }
}
