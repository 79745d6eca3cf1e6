// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

@testable import wallet_provider

/// The operator's name in the audit log, and the operator's view of an account.
struct OperatorTests {
    @Test(arguments: [
        (["SUDO_USER": "alice"], "alice", "wallet-provider", "alice"), (["SUDO_USER": "alice"], "bob", "wallet-provider", "alice"),
        (["SUDO_USER": "root"], "bob", "wallet-provider", "bob"), ([:], "bob", "wallet-provider", "bob"),
        (["SUDO_USER": ""], nil, "root", "root"), (["SUDO_USER": "root"], nil, "wallet-provider", "root"),
    ])
    func `the audit log names the person, not the service's account`(
        environment: [String: String], login: String?, process: String, name: String
    ) {
        #expect(CallingUser(environment: environment, login: login, process: process).name == name)
    }

    @Test func `support sees an account's state, attempts and dates by id or deletion code`() async throws {
        let test = try TestProvider()
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let answer = try await test.register(phone.registration(challenge: challenge, by: test.authority, now: test.clock.now))
        phone.certificate = answer.certificate
        _ = try await test.tryPIN(&phone, right: false)
        let lookup = AccountLookup(store: test.store, hsm: test.hsm)
        let account = try #require(try await lookup.account(withRevocationCode: answer.revocationCode))
        var lines = Dictionary(uniqueKeysWithValues: AccountCommands.Show.lines(account))
        #expect(lines["wallet"] == phone.walletID.text && lines["state"] == "active" && lines["device"] == "apple")
        #expect(lines["pin_attempts_since_right_pin"] == "1" && lines["used"] == "yes" && lines["pin_recovery_until"] == "none")
        _ = try await test.revoker.revoke(phone.walletID, because: .adminRequest, by: .operator(name: "o"))
        lines = Dictionary(uniqueKeysWithValues: AccountCommands.Show.lines(try #require(try await lookup.account(of: phone.walletID))))
        #expect(lines["state"] == "revoked" && lines["reason"] == "admin_request")
    }

    @Test func `support finds no account by a different id or code`() async throws {
        let test = try TestProvider()
        _ = try await test.registeredPhone()
        let lookup = AccountLookup(store: test.store, hsm: test.hsm)
        #expect(try await lookup.account(of: WalletID { [UInt8](repeating: 9, count: $0) }) == nil)
        #expect(try await lookup.account(withRevocationCode: RevocationCode(derivedFrom: [UInt8](repeating: 3, count: 32))) == nil)
    }
}
