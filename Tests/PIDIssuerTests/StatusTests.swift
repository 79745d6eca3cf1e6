// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import StatusList
import Testing
import WalletProvider

@testable import PIDIssuer

/// Revocation, the published lists, and the wallet provider's view of the issuer's PIDs.
@Suite(.timeLimit(.minutes(20))) struct StatusTests {
    @Test func `a revoked credential is revoked in the next list, and no other credential is`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            let judge = Judge(stage)
            var wallet = TestWallet(stage, [.sdJWT, .mdoc])
            try await wallet.run(fetch)
            let all = wallet.issued.flatMap(\.credentials)
            let first = try await judge.read(all[0]).status
            let store = try stage.store()
            defer { try? store.close() }
            for text in all { #expect(try await judge.status(of: text, fetch) == .valid) }
            let list = try #require(Int(first.uri.split(separator: "/").last ?? ""))
            #expect(try await store.revoke(.entry(StatusEntry(list: list, entry: first.index))) == 1)
            #expect(try await store.revoke(.entry(StatusEntry(list: list, entry: first.index))) == 0)
            #expect(try await store.revoke(.entry(StatusEntry(list: 99, entry: 0))) == nil)
            for (number, text) in all.enumerated() {
                #expect(try await judge.status(of: text, fetch) == (number == 0 ? .invalid : .valid))
            }
            #expect(Set(try await all.asyncMap { try await judge.read($0).status }).count == all.count)
        }
    }

    @Test func `one HMAC revokes all credentials of a person and no credentials of others`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallets: [TestWallet] = []
            for person in ["999991772", "999993653"] {
                var wallet = TestWallet(stage, [.sdJWT])
                wallet.person = person
                try await wallet.run(fetch)
                wallets.append(wallet)
            }
            let store = try stage.store()
            defer { try? store.close() }
            let mark = try await PersonMarks(hsm: stage.hsm).statusMark(of: "999991772")
            #expect(try await store.revoke(.person(mark)) == 3)
            for (wallet, status) in zip(wallets, [TokenStatus.invalid, .valid]) {
                for text in wallet.issued.flatMap(\.credentials) { #expect(try await Judge(stage).status(of: text, fetch) == status) }
            }
        }
    }

    @Test(arguments: [(NotificationRequest.Event.accepted, TokenStatus.valid), (.deleted, .invalid), (.failure, .invalid)])
    func `a credential that the wallet did not store is revoked`(event: NotificationRequest.Event, status: TokenStatus) async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            wallet.conclusion = event
            try await wallet.run(fetch)
            for text in wallet.issued.flatMap(\.credentials) { #expect(try await Judge(stage).status(of: text, fetch) == status) }
        }
    }

    @Test func `the provider reads the recovery code from a PID that discloses only that code`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            try await wallet.run(fetch)
            let reader = try PIDRecoveryCode(roots: [stage.issuers.root], types: [PIDKind.credentialType])
            let text = try #require(wallet.issued.first?.credentials.first)
            let key = try #require(wallet.credentialKeys["pid_sd_jwt"]?.first).publicKey
            let shown = try CompactSDJWT(parsing: text).disclosing([["recovery_code"]]).serialized
            let time = Date(timeIntervalSince1970: TimeInterval(stage.now))
            let code = try await reader.recoveryCode(in: shown, boundToOneOf: [key], at: time)
            #expect(try await Judge(stage).read(text).recoveryCode == code)
            await #expect(throws: (any Error).self) { try await reader.recoveryCode(in: text, boundToOneOf: [key], at: time) }
        }
    }

    @Test func `a full list is followed by a new list, and no entry is used twice`() async throws {
        let stage = try await IssuerStage()
        let store = try stage.store()
        defer { try? store.close() }
        let entries = try await withThrowingTaskGroup(of: [StatusEntry].self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await store.takeStatusEntries(
                        5, personMark: IssuerStage.random(32), batch: IssuerStage.random(32), expiresAt: 0, listSize: 64
                    ) { Int.random(in: 0..<$0) }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(entries).count == 100)
        #expect(Set(entries.map(\.list)) == [1, 2, 3])
    }
}

extension Sequence {
    /// Transforms the elements one after the other.
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
