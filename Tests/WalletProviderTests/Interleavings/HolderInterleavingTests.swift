// SPDX-License-Identifier: EUPL-1.2

import Crypto
import GRDB
import HSM
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// All orders of the statements of a person's revocation and of concurrent acts of that person's wallets, on the real store. No order
/// leaves an active wallet.
struct HolderInterleavingTests {
    /// The act beside the revocation.
    enum Act: String, CaseIterable, Sendable {
        /// A second wallet of the person discloses the code.
        case disclosure
        /// The wallet completes a PIN recovery.
        case recovery
        /// The wallet gets keys.
        case keys
        /// The wallet deregisters.
        case deregistration
        /// A second operator revokes the person.
        case holderRevocation
        /// The user revokes the wallet.
        case revocation
    }

    private static let tables = ["account", "message", "wallet_key"]

    @Test(arguments: Act.allCases)
    func `no order leaves an active wallet of a revoked person`(_ act: Act) async throws {
        let test = try TestProvider(isInMemory: true)
        let new = P256.Signing.PrivateKey()
        var held = try await test.phoneWithPID()
        var next = try await test.registeredPhone()
        let pid = try test.pidIssuer.pid("person 1", boundTo: try #require(try await test.issueKeys(to: &next).first).publicKey)
        let request: ProviderRequest? =
            switch act {
            case .disclosure:
                try next.message(
                    .discloseRecoveryCode, try await test.beacon(),
                    data: RecoveryCodeDisclosure(pid: pid).json)
            case .recovery:
                try await test.completeRequest(
                    &held, pid: test.pidIssuer.pid("person 1", boundTo: test.startPINRecovery(&held, to: new).publicKey), pinKey: new)
            case .keys:
                try held.message(
                    .performIssuance, try await test.beacon(),
                    data: KeyRequest(count: 1, audience: "https://issuer.example", nonce: "n").json)
            case .deregistration: try held.message(.deregister, try await test.beacon())
            case .holderRevocation, .revocation: nil
            }

        let database = try DatabaseQueue.beside(test.directory.path("accounts.sqlite"))
        try await database.write { database in
            for table in Self.tables { try database.execute(sql: "CREATE TABLE before_\(table) AS SELECT * FROM \(table)") }
        }
        let (heldID, nextID) = (held.walletID, next.walletID)
        var exploration = Exploration()
        try await exploration.run { choices in
            try await database.write { database in
                for table in Self.tables.reversed() { try database.execute(sql: "DELETE FROM \(table)") }
                for table in Self.tables { try database.execute(sql: "INSERT INTO \(table) SELECT * FROM before_\(table)") }
            }
            let turnstile = Turnstile(strands: 2)
            let provider = test.another(
                behind: TurnStore(test.store, turnstile: turnstile, flaw: .none, reset: { _ in }, settled: {}))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let ended = try await Strand.$current.withValue(0) {
                        try await provider.revoker.revokeHolder(withRecoveryCode: "person 1", by: .portal)
                    }
                    await turnstile.end()
                    // Only a wallet that had deregistered by then is not found.
                    #expect(!ended.isEmpty || act == .deregistration)
                }
                group.addTask {
                    try await Strand.$current.withValue(1) {
                        switch act {
                        case .holderRevocation: _ = try await provider.revoker.revokeHolder(of: heldID, by: .operator(name: "o"))
                        case .revocation: _ = try await provider.revoker.revoke(heldID, because: .userRequest, by: .portal)
                        default:
                            let message = try #require(request)
                            _ = try? await provider.perform(message.message.claims.instruction, message.encode())
                        }
                    }
                    await turnstile.end()
                }
                while case let standing = await turnstile.standing(), !standing.isEmpty { await turnstile.go(choices.next(of: standing)) }
                try await group.waitForAll()
            }
            let mark = try await test.hsm.authenticationCode(over: Array("person 1".utf8), for: .recoveryCode)
            let wallets = try await test.store.wallets(withRecoveryCodeMark: mark)
            let areRevoked = wallets.allSatisfy { $0.revocation?.reason == .recoveryCode }
            #expect(areRevoked)
            let expected: Set<WalletID> = act == .disclosure ? [heldID, nextID] : [heldID]
            let account = try #require(try await test.store.account(of: heldID))
            if case .deregistered = account.state {
                #expect(act == .deregistration && wallets.isEmpty)
            } else {
                #expect(Set(wallets.map(\.walletID)) == expected)
            }
            for walletID in expected { #expect(try await test.store.keys(of: walletID, for: .credential).isEmpty) }
            return true
        }
        #expect(exploration.coveredOrderCount == exploration.orderCount)
        #expect(Set(exploration.schedules).count == exploration.schedules.count)
        print("a person's revocation and \(act): \(exploration.schedules.count) schedules")
        try database.close()
    }
}
