// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import TestEnvironment
import Testing
import WalletConfiguration

@testable import ConfigurationServer

/// The conditions under which a new file is served or rejected.
struct ReloadTests {
    @Test func `a newer document is accepted`() throws {
        let test = try TestServer()
        for version: Int64 in [1, 2, 9] {
            try test.put(test.policy(version))
            #expect(test.servedVersion == version)
        }
    }

    @Test func `an invalid file keeps the previous document and is reported once`() throws {
        let test = try TestServer()
        try test.put(test.policy(5))
        let tag = test.server.current(.updatePolicy)?.entityTag
        let bad: [String] = [
            "", "garbage", try test.configuration(6), try test.policy(6, environment: "production"),
            try test.policy(6, key: P256.Signing.PrivateKey()), try test.policy(6, keyID: "k2"),
            try test.policy(6, issuedAt: TestServer.start - 7200), try test.policy(6, issuedAt: TestServer.start + 301),
            try test.policy(4), try test.policy(5, patch: 1), String(try test.policy(6).dropLast(3)), try test.policy(6) + "\n\n",
            String(repeating: "a", count: 100_000), "\u{0}",
        ]
        for text in bad {
            let before = test.log.lines.filter { $0.contains("document not taken") && $0.contains("update-policy") }.count
            try test.put(text)
            for _ in 0..<3 { test.server.refresh() }
            #expect(test.server.current(.updatePolicy)?.entityTag == tag)
            let after = test.log.lines.filter { $0.contains("document not taken") && $0.contains("update-policy") }.count
            #expect(after == before + 1, "\(text.prefix(20))")
        }
        try test.put(test.policy(6))
        #expect(test.servedVersion == 6)
    }

    @Test func `a file that disappears or changes its type keeps the served document`() throws {
        let test = try TestServer()
        try test.put(test.policy(5))
        let path = test.directory.path + "/update-policy.jwt"
        try FileManager.default.removeItem(atPath: path)
        test.server.refresh()
        #expect(test.servedVersion == 5)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        test.server.refresh()
        #expect(test.servedVersion == 5)
        try FileManager.default.removeItem(atPath: path)
        // The pipe has no writer, and the server must not wait for one.
        #expect(unsafe mkfifo(path, 0o600) == 0)
        test.server.refresh()
        #expect(test.servedVersion == 5)
        try FileManager.default.removeItem(atPath: path)
        try test.put(test.policy(6))
        #expect(test.servedVersion == 6)
    }

    @Test func `a file that becomes readable is accepted without an edit`() throws {
        let test = try TestServer()
        try test.put(test.policy(5))
        let (path, kept) = (test.directory.path + "/update-policy.jwt", test.directory.path + "/kept")
        try FileManager.default.removeItem(atPath: path)
        // A dangling link cannot be opened; its target is created later.
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: kept)
        for _ in 0..<3 { test.server.refresh() }
        #expect(test.servedVersion == 5)
        #expect(test.log.lines.filter { $0.contains("cannot be opened") && $0.contains("update-policy") }.count == 2)
        try test.put(test.policy(6), as: "kept")
        #expect(test.servedVersion == 6)
    }

    @Test func `a document that a fast clock rejects as expired is accepted once the clock is right`() throws {
        let test = try TestServer()
        try test.put(test.policy(5))
        test.now += 7200
        try test.put(test.policy(6))
        #expect(test.servedVersion == nil)
        test.now -= 7200
        test.server.refresh()
        #expect(test.servedVersion == 6)
    }

    @Test func `an equal document in a new file changes nothing`() throws {
        let test = try TestServer()
        let policy = try test.policy(5)
        for _ in 0..<3 { try test.put(policy) }
        #expect(test.log.lines.filter { $0.contains("notice document ") }.count == 1)
    }

    @Test func `an expired document is no longer served; a future document is served from its start`() throws {
        let test = try TestServer()
        try test.put(test.policy(1))
        test.now += 3599
        #expect(test.servedVersion == 1)
        test.now += 1
        #expect(test.servedVersion == nil && !test.server.isReady)
        try test.put(test.policy(2, issuedAt: test.now + 1000))
        #expect(test.servedVersion == nil)
        test.now += 700
        test.server.refresh()
        #expect(test.servedVersion == 2)
    }

    @Test func `while documents are replaced, every request gets one complete document`() async throws {
        let test = try TestServer()
        let tokens = try (1...30).map { try test.policy($0) }
        try test.put(tokens[0])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for token in tokens.dropFirst() { try test.put(token) } }
            for _ in 0..<4 {
                group.addTask {
                    var last: Int64 = 0
                    for _ in 0..<500 {
                        guard let served = test.server.current(.updatePolicy) else {
                            Issue.record("nothing is served")
                            return
                        }
                        #expect(tokens.contains(served.token) && served.version >= last)
                        last = served.version
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(test.servedVersion == 30)
    }
}
