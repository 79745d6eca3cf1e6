// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Testing
import WalletCore
import WalletInterface

/// A PID with damaged data is obtained again, by its holder (UC3.1).
@Suite(.timeLimit(.minutes(20)))
struct DamagedCardTests {
    /// Returns a process with an unlocked wallet and a damaged PID.
    private func damaged(_ fixture: Fixture, _ sql: String) async throws -> Core {
        _ = try await fixture.coreWithPID()
        let database = try DatabaseQueue(path: fixture.directory.appending(path: "app/wallet.db").path)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
        return try await fixture.openCore()
    }

    private static let card = "UPDATE card SET sealed = randomblob(400)"
    private static let copies = "UPDATE copy SET sealed = randomblob(400)"

    @Test(arguments: [card, copies, "DELETE FROM copy WHERE name LIKE '%.sd.%'", card + ";" + copies, "DELETE FROM card; DELETE FROM copy"])
    func `a damaged PID is replaced by a new one`(sql: String) async throws {
        try await Fixture.with { fixture in
            let core = try await damaged(fixture, sql)
            _ = try await fixture.preview(core)
            let id = try await fixture.accept(core)
            #expect(try await core.cardDetails(id)?.summary.status == .valid)
            #expect(try await core.cardDetails(id)?.claims.isEmpty == false)
            #expect(try await core.events().map(\.kind) == [.renewed, .issued])
        }
    }

    @Test func `another person's PID does not replace a damaged PID while one copy shows its owner`() async throws {
        try await Fixture.with { fixture in
            let core = try await damaged(fixture, Self.card + "; DELETE FROM copy WHERE name LIKE '%.sd.0'")
            let other = TestIssuer.Person(code: "recovery-code-of-somebody")
            let link = try await fixture.comeBack(core, from: fixture.login(core), as: other)
            await expect(.wrongPerson) { try await core.continueIssuance(link) }
        }
    }

    @Test func `a PIN recovery is refused if all copies of the PID are damaged`() async throws {
        try await Fixture.with { fixture in
            let core = try await damaged(fixture, Self.card + ";" + Self.copies)
            await core.lock()
            await expect(.recoveryUnavailable) { try await core.startPINRecovery() }
            #expect(try await core.pinRecoveryState() == .none)
        }
    }
}
