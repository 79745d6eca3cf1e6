// SPDX-License-Identifier: EUPL-1.2

import JSON
import ProviderProtocol
import Testing
import WalletProvider

/// The revocation of a person by the recovery code (PF2.10/1.1d): all present and future wallets.
struct HolderRevocationTests {
    static let revoked = ProviderProblem.accountRevoked(reason: "admin_request", canRegisterNewWallet: false)

    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    /// The audit log's acts with actors and HMACs.
    func records() async throws -> [JSONObject] {
        var records: [JSONObject] = []
        _ = try await test.auditLog.verify { records.append(try JSONObject(parsing: $0.entry)) }
        return records
    }

    @Test(arguments: [true, false])
    func `revocation by the code or by one wallet ends all of the person's wallets and no others`(_ byCode: Bool) async throws {
        var phones = [try await test.phoneWithPID(), try await test.phoneWithPID()]
        var other = try await test.phoneWithPID(code: "person 2")
        var blank = try await test.registeredPhone()
        for _ in 1...2 {
            let wallets =
                byCode
                ? try await test.revoker.revokeHolder(withRecoveryCode: "person 1", by: .operator(name: "o"))
                : try await test.revoker.revokeHolder(of: phones[1].walletID, by: .operator(name: "o"))
            #expect(Set(wallets.map(\.walletID)) == Set(phones.map(\.walletID)))
            #expect(wallets.allSatisfy { $0.revocation?.reason == .recoveryCode })
        }
        for index in phones.indices {
            #expect(await test.refusal(of: try phones[index].checkPIN("AAAA")) == Self.revoked)
            #expect(try await test.status(of: &phones[index]) == .revoked(reason: "admin_request", canRegisterNewWallet: false))
        }
        #expect(try await test.tryPIN(&other, right: true) == nil)
        #expect(try await test.tryPIN(&blank, right: true) == nil)
        let records = try await records()
        #expect(records.count == 1)
        #expect(records[0]["act"] == .string("revoke_holder") && records[0]["by"] == .string("operator:o"))
        let mark = try #require(try await test.account(of: phones[0]).recoveryCodeMark)
        #expect(records[0]["recovery_code_mark"] == .string(Base64URL.encode(mark)))
    }

    @Test func `a new wallet of the person is revoked when it discloses its PID`() async throws {
        let phone = try await test.phoneWithPID()
        _ = try await test.revoker.revokeHolder(of: phone.walletID, by: .operator(name: "o"))
        var next = try await test.registeredPhone()
        // Until then, the wallet's person is unknown.
        #expect(try await test.tryPIN(&next, right: true) == nil)
        #expect(try await test.disclose("person 1", from: &next) == Self.revoked)
        #expect(try await test.status(of: &next) == .revoked(reason: "admin_request", canRegisterNewWallet: false))
        #expect(await test.refusal(of: try next.checkPIN("AAAA")) == Self.revoked)
        #expect(try await test.store.keys(of: next.walletID, for: .credential).isEmpty)
        var other = try await test.phoneWithPID(code: "person 2")
        #expect(try await test.tryPIN(&other, right: true) == nil)
        #expect(try await records().count == 1)
    }

    @Test func `a revocation during a disclosure of the code also revokes that wallet`() async throws {
        let phone = try await test.phoneWithPID()
        var next = try await test.registeredPhone()
        let walletID = phone.walletID
        test.store.before(.settle) { [test] in _ = try? await test.revoker.revokeHolder(of: walletID, by: .portal) }
        #expect(try await test.disclose("person 1", from: &next) != nil)
        test.store.before(.settle) {}
        #expect(try await test.status(of: &next) == .revoked(reason: "admin_request", canRegisterNewWallet: false))
    }

    @Test func `an unknown wallet or code revokes nothing and leaves no audit record`() async throws {
        var blank = try await test.registeredPhone()
        let unknown = WalletID { [UInt8](repeating: 9, count: $0) }
        #expect(try await test.revoker.revokeHolder(of: unknown, by: .portal).isEmpty)
        #expect(try await test.revoker.revokeHolder(of: blank.walletID, by: .portal).isEmpty)
        for code in ["", "person 1", "person 2"] {
            #expect(try await test.revoker.revokeHolder(withRecoveryCode: code, by: .portal).isEmpty)
        }
        #expect(try await records().isEmpty)
        #expect(try await test.disclose("person 1", from: &blank) == nil)
        #expect(try await test.tryPIN(&blank, right: true) == nil)
    }

    @Test func `a person whose wallet the user deleted is also denied new wallets, and gets that reason`() async throws {
        var phone = try await test.phoneWithPID()
        let first = try #require(try await test.revoker.revoke(phone.walletID, because: .userRequest, by: .portal))
        let wallets = try await test.revoker.revokeHolder(of: phone.walletID, by: .operator(name: "o"))
        #expect(wallets.map(\.revocation) == [Revocation(reason: .recoveryCode, date: first.date)])
        #expect(try await test.status(of: &phone) == .revoked(reason: "admin_request", canRegisterNewWallet: false))
        var next = try await test.registeredPhone()
        #expect(try await test.disclose("person 1", from: &next) == Self.revoked)
    }

    @Test func `a revocation without an audit record is not done, and a retry completes one with a record`() async throws {
        var phone = try await test.phoneWithPID()
        test.store.fail(.audit)
        await #expect(throws: ProviderProblem.unavailable) { try await test.revoker.revokeHolder(of: phone.walletID, by: .portal) }
        test.store.fail(.revoke)
        await #expect(throws: ProviderProblem.unavailable) { try await test.revoker.revokeHolder(of: phone.walletID, by: .portal) }
        test.store.fail()
        test.hsm.fail(.authenticate)
        await #expect(throws: ProviderProblem.unavailable) { try await test.revoker.revokeHolder(withRecoveryCode: "x", by: .portal) }
        test.hsm.fail()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        #expect(try await records().count == 1)
        #expect(try await test.revoker.revokeHolder(of: phone.walletID, by: .portal).count == 1)
        #expect(await test.refusal(of: try phone.checkPIN("AAAA")) == Self.revoked)
    }
}
