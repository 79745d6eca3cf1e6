// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A phone that breaks a promise about its storage or its installation removes no key and no file.
@Suite(.timeLimit(.minutes(20)))
struct HostileUtilitiesTests {
    typealias Row = BrokenPromise<HostileUtilities>

    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func bridges(_ row: Row) -> PlatformBridges {
        phone.replacing(utilities: row.broken(by: HostileUtilities(utilities: phone.utilities)))
    }

    static let rows = [
        Row("the directory does not exist (UTL-01)", .storeDamaged) { $0.directory = { $0 + "/missing" } },
        Row("the directory is another, empty one", .storeDamaged) {
            $0.directory = { directory in
                try? FileManager.default.createDirectory(atPath: directory + "/other", withIntermediateDirectories: true)
                return directory + "/other"
            }
        },
        Row("the storage is never available (UTL-03)", .notAvailableYet) { $0.isAvailable = false },
        Row("the directory does not exist, and the identity is another", .storeDamaged) {
            $0.directory = { $0 + "/missing" }
            $0.identity = { _ in InstallationIdentity("another") }
        },
    ]

    @Test(arguments: rows)
    func `a wallet whose directory is hidden is not taken for a first start, and is not removed`(row: Row) async throws {
        try await phone.registered().store().close()
        let keys = phone.encryptionKeys.keys.withLock { Set($0.keys) }
        let core = try await phone.process(bridges(row))
        for _ in 0..<2 { await expect(row.error) { try await core.initialize() } }
        #expect(phone.encryptionKeys.keys.withLock { Set($0.keys) }.isSuperset(of: keys))
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        try await phone.expectWhole()
    }

    @Test(arguments: [rows[0], rows[2]])
    func `a first start without storage makes no store, and can be repeated`(row: Row) async throws {
        await expect(row.error) { try await phone.start(bridges(row)) }
        _ = try await phone.registered()
        try await phone.expectWhole()
    }

    @Test func `an identity that changes with each call (UTL-02) removes nothing`() async throws {
        _ = try await phone.registered()
        let calls = Mutex(0)
        let utilities = HostileUtilities(
            utilities: phone.utilities,
            identity: { _ in
                let number = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                return InstallationIdentity("other-\(number)")
            })
        for _ in 0..<3 {
            let core = try await phone.start(phone.replacing(utilities: utilities))
            #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        }
        #expect(calls.withLock { $0 } >= 3)
        try await phone.expectWhole()
    }

    @Test(arguments: ["", String(repeating: "a", count: 65), String(repeating: "a", count: 1000), "a/b", "a\n", "é"])
    func `an identity that cannot be part of a key's name is none`(text: String) {
        #expect(InstallationIdentity(text) == nil)
    }
}
