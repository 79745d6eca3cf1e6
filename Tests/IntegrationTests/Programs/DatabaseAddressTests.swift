// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

/// `--database` in a process: every user of the machine can read a process's arguments, so they must not contain a password.
@Suite(.timeLimit(.minutes(20))) struct DatabaseAddressTests {
    /// Nothing listens here, so an address that passes the check fails to connect.
    private static let nowhere = "host=/nowhere"

    private func migrate(_ address: String) async throws -> ProgramRun {
        let state = FileManager.default.temporaryDirectory.appending(path: "database-address-" + UUID().uuidString).path
        let run = try await ProgramRun(["migrate", "--state", state, "--database", address])
        #expect(!FileManager.default.fileExists(atPath: state))
        return run
    }

    static let withPassword = [
        "postgresql://user:Geheim1@localhost/wallets", "postgres://user:Geheim1@localhost/wallets",
        "postgresql://:Geheim1@localhost/wallets",
        "postgresql://user:Geheim1@/wallets?host=/nowhere", "postgresql://user:Geheim1@[::1]:5432/wallets",
        "postgresql://user:Geheim1@one.invalid:1,two.invalid:2/wallets", "postgresql://user:Gehe%40im1@localhost/wallets",
        "postgresql://user:Gehe@im1@localhost/wallets", "postgresql://us%3Aer:Geheim1@localhost/wallets",
        "postgresql://user:@localhost/wallets", "postgresql://user:Geheim1?@localhost/wallets",
        "postgresql://user:Gehe/im1@localhost/wallets",
        "postgresql:///wallets?password=Geheim1", "postgresql:///wallets?host=/nowhere&password=Geheim1",
        "postgresql:///wallets?password=Geheim1&host=/nowhere", "postgresql://user@one.invalid,two.invalid/wallets?password=Geheim1",
        "postgresql:///wallets?%70assword=Geheim1", "postgresql:///wallets?p%61ssw%6Frd=Geheim1",
        "postgresql:///wallets?host=/nowhere&%70%61%73%73%77%6f%72%64=Geheim1", "postgresql:///wallets?PASSWORD=Geheim1",
        "postgresql:///wallets?password", "postgresql:///wallets?password=",
        "postgresql:///wallets?sslpassword=Geheim1", "postgresql:///wallets?ssl%70assword=Geheim1",
    ]

    @Test(arguments: withPassword)
    func `a database address with a password is a usage error, and is not echoed`(_ address: String) async throws {
        let run = try await migrate(address)
        #expect(run.status == 64, "\(run.errors)")
        #expect(run.errors.contains("--database must not contain a password"), "\(run.errors)")
        #expect(!(run.errors + run.output).contains("Gehe"))
    }

    static let withSecret = [
        "postgresql:///wallets?oauth_client_secret=Geheim1", "postgresql:///wallets?scram_client_key=Geheim1",
        "postgresql:///wallets?host=/nowhere&scram%5Fserver_key=Geheim1", "postgresql:///wallets?Geheim1",
    ]

    @Test(arguments: withSecret)
    func `a database address with a parameter that may be secret is a usage error, and is not echoed`(_ address: String) async throws {
        let run = try await migrate(address)
        #expect(run.status == 64, "\(run.errors)")
        #expect(!(run.errors + run.output).contains("Gehe"))
    }

    static let withoutPassword = [
        "postgresql:///wallets?\(nowhere)", "postgres:///wallets?\(nowhere)", "postgresql://user@/wallets?\(nowhere)",
        "postgresql:///wallets?\(nowhere)&user=wallet", "postgresql://localhost:1/wallets", "postgresql://127.0.0.1:1,127.0.0.1:2/wallets",
        "postgresql://user@127.0.0.1:1,[::1]:2/wallets?connect_timeout=2", "postgresql://[::1]:1/wallets",
        "postgresql://us%3Aer@/wallets?\(nowhere)", "postgresql:///wallets?\(nowhere)&passfile=/nowhere/pgpass",
        "postgresql:///wallets?\(nowhere)&application_name=password", "postgresql://127.0.0.1:1/wallets?user=one@two",
    ]

    @Test(arguments: withoutPassword)
    func `a database address without a password fails only because no server listens there`(_ address: String) async throws {
        let run = try await migrate(address)
        #expect(run.status == 1, "\(run.errors)")
        #expect(!run.errors.contains("must not contain a password") && !run.errors.contains("Usage:"), "\(run.errors)")
    }

    @Test(arguments: ["", "wallets", "host=/nowhere password=Geheim1", "mysql://localhost/wallets", "https://user:Geheim1@localhost"])
    func `an invalid PostgreSQL address is a usage error, and is not echoed`(_ address: String) async throws {
        let run = try await migrate(address)
        #expect(run.status == 64)
        #expect(run.errors.contains("--database must begin with postgresql://"))
        #expect(!(run.errors + run.output).contains("Geheim"))
    }
}
