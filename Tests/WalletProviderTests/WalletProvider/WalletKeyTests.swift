// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// `perform_issuance`, `sign` and `delete_keys`.
struct WalletKeyTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider(maximumKeys: 40)
    }

    @Test(arguments: [1, 32])
    func `every new key has a proof that an issuer can verify`(_ count: Int) async throws {
        var phone = try await test.registeredPhone()
        let keys = try await test.issueKeys(count, to: &phone)
        #expect(keys.count == count)
        #expect(Set(keys.map(\.id)).count == count)
        #expect(Set(keys.map(\.publicKey)).count == count)
        for key in keys {
            let proof = try CompactJWS(parsing: key.proof)
            #expect(proof.header == ["alg": "ES256", "typ": "openid4vci-proof+jwt", "jwk": .object(key.publicKey.json)])
            #expect(proof.isSigned(by: key.publicKey.publicKey))
            let claims: JSONObject = [
                "aud": "https://issuer.example", "iat": .integer(Timestamp(test.clock.now).seconds), "nonce": "nonce", "iss": "client",
            ]
            #expect(try JSONObject(parsing: proof.payload) == claims)
        }
        #expect(try await test.store.keys(of: phone.walletID, for: .credential).count == count)
    }

    @Test func `without nonce and client id the proof contains neither`() async throws {
        var phone = try await test.registeredPhone()
        let data = KeyRequest(count: 1, audience: "a", nonce: nil).json
        let request = try phone.message(.performIssuance, try await test.beacon(), data: data)
        let issued = try IssuedKeys(try await test.object(of: request))
        let key = try #require(issued.keys.first)
        #expect(try JSONObject(parsing: CompactJWS(parsing: key.proof).payload).members.map(\.name) == ["aud", "iat"])
    }

    @Test func `keys get the ids that the wallet chooses, each id once`() async throws {
        var phone = try await test.registeredPhone()
        let ids = (1...2).map { number in WalletKeyID { [UInt8](repeating: UInt8(number), count: $0) } }
        let data = KeyRequest(ids: ids, audience: "a", nonce: nil).json
        let request = try phone.message(.performIssuance, try await test.beacon(), data: data)
        let keys = try IssuedKeys(try await test.object(of: request)).keys
        #expect(keys.map(\.id) == ids)
        #expect(await test.refusal(of: try await test.signRequest(&phone, ids)) == nil)
        let again = KeyRequest(ids: [WalletKeyID { [UInt8](repeating: 9, count: $0) }, ids[1]], audience: "a", nonce: nil).json
        let second = try phone.message(.performIssuance, try await test.beacon(), data: again)
        #expect(await test.refusal(of: second) == .instructionRejected)
        #expect(try await test.store.keys(of: phone.walletID, for: .credential).count == 2)
        // Ids are unique per wallet only.
        var other = try await test.registeredPhone()
        let elsewhere = try other.message(.performIssuance, try await test.beacon(), data: data)
        #expect(await test.refusal(of: elsewhere) == nil)
    }

    @Test func `a credential key does not get the id of a recovery key`() async throws {
        var phone = try await test.phoneWithPID()
        let key = try await test.startPINRecovery(&phone, to: P256.Signing.PrivateKey())
        let data = KeyRequest(ids: [key.id], audience: "a", nonce: nil).json
        let request = try phone.message(.performIssuance, try await test.beacon(), data: data)
        #expect(await test.refusal(of: request) == .instructionRejected)
    }

    @Test func `signatures verify and are in the order of the requests, and a retry gets the same answer`() async throws {
        var phone = try await test.registeredPhone()
        let keys = try await test.issueKeys(3, to: &phone)
        let order = [2, 0, 1, 0]
        let data = SigningRequest(items: order.map { SigningRequest.Item(key: keys[$0].id, signing: [UInt8($0), 7]) }).json
        let request = try phone.message(.sign, try await test.beacon(), data: data)
        let result = try await test.object(of: request)
        let signatures = try Signatures(result).signatures
        #expect(signatures.count == 4)
        for (position, index) in order.enumerated() {
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: signatures[position])
            #expect(keys[index].publicKey.publicKey.isValidSignature(signature, for: [UInt8(index), 7]))
        }
        #expect(try await test.result(of: request) == result)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test func `a repeated request creates no second keys`() async throws {
        var phone = try await test.registeredPhone()
        let data = KeyRequest(count: 2, audience: "a", nonce: nil).json
        let request = try phone.message(.performIssuance, try await test.beacon(), data: data)
        let first = try await test.result(of: request)
        #expect(try await test.result(of: request) == first)
        #expect(try await test.store.keys(of: phone.walletID, for: .credential).count == 2)
    }

    @Test func `deleted keys no longer sign, other keys do, and deleting again is no error`() async throws {
        var phone = try await test.registeredPhone()
        let keys = try await test.issueKeys(2, to: &phone)
        for _ in 1...2 {
            let data = KeyDeletion(keys: [keys[0].id, keys[0].id]).json
            let request = try phone.message(.deleteKeys, try await test.beacon(), data: data)
            #expect(await test.refusal(of: request) == nil)
        }
        #expect(await test.refusal(of: try await test.signRequest(&phone, [keys[0].id])) == .instructionRejected)
        #expect(await test.refusal(of: try await test.signRequest(&phone, [keys[1].id])) == nil)
    }

    @Test func `an unknown key, or one of a different wallet, rejects the whole instruction and costs no attempt`() async throws {
        var phone = try await test.registeredPhone()
        var other = try await test.registeredPhone()
        let own = try #require(try await test.issueKeys(to: &phone).first)
        let foreign = try #require(try await test.issueKeys(to: &other).first)
        for id in [foreign.id, WalletKeyID { [UInt8](repeating: 0, count: $0) }] {
            #expect(await test.refusal(of: try await test.signRequest(&phone, [own.id, id])) == .instructionRejected)
        }
        #expect(try await test.account(of: phone).attempts == 0)
        // The key cannot be deleted from this wallet either.
        let data = KeyDeletion(keys: [foreign.id]).json
        _ = try await test.result(of: phone.message(.deleteKeys, try await test.beacon(), data: data))
        #expect(await test.refusal(of: try await test.signRequest(&other, [foreign.id])) == nil)
    }

    @Test func `recovery keys sign nothing and cannot be deleted as credential keys`() async throws {
        var phone = try await test.phoneWithPID()
        let key = try await test.startPINRecovery(&phone, to: P256.Signing.PrivateKey())
        #expect(await test.refusal(of: try await test.signRequest(&phone, [key.id])) == .instructionRejected)
        let data = KeyDeletion(keys: [key.id]).json
        _ = try await test.result(of: phone.message(.deleteKeys, try await test.beacon(), data: data))
        #expect(try await test.store.keys(of: phone.walletID, for: .recovery).map(\.id) == [key.id])
    }

    @Test func `a wrapped key copied to a different wallet or purpose in the database never signs`() async throws {
        var phone = try await test.phoneWithPID()
        var other = try await test.registeredPhone()
        let own = try #require(try await test.issueKeys(to: &phone).first)
        let foreign = try #require(try await test.issueKeys(to: &other).first)
        let recovery = try await test.startPINRecovery(&phone, to: P256.Signing.PrivateKey())
        for source in [foreign.id, recovery.id] {
            try test.change(
                "UPDATE wallet_key SET wrapped = (SELECT wrapped FROM wallet_key WHERE key_id = ?) WHERE key_id = ?",
                values: [source.text, own.id.text])
            #expect(await test.refusal(of: try await test.signRequest(&phone, [own.id])) == .unavailable)
        }
        // Moving a whole row to a different owner or purpose fails, too.
        try test.change("UPDATE wallet_key SET wallet_id = ? WHERE key_id = ?", values: [phone.walletID.text, foreign.id.text])
        #expect(await test.refusal(of: try await test.signRequest(&phone, [foreign.id])) == .unavailable)
        try test.change("UPDATE wallet_key SET purpose = 'credential' WHERE key_id = ?", values: [recovery.id.text])
        #expect(await test.refusal(of: try await test.signRequest(&phone, [recovery.id])) == .unavailable)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test func `keys are limited in one request and in total, and deleting makes room`() async throws {
        var phone = try await test.registeredPhone()
        let first = try await test.issueKeys(32, to: &phone)
        let beacon = try await test.beacon()
        let request = try phone.message(.performIssuance, beacon, data: KeyRequest(count: 9, audience: "a", nonce: nil).json)
        #expect(await test.refusal(of: request) == .instructionRejected)
        #expect(try await test.store.keys(of: phone.walletID, for: .credential).count == 32)
        let data = KeyDeletion(keys: [first[0].id]).json
        _ = try await test.result(of: phone.message(.deleteKeys, try await test.beacon(), data: data))
        #expect(try await test.issueKeys(9, to: &phone).count == 9)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test func `a wrong PIN creates, uses and deletes no key`() async throws {
        var phone = try await test.registeredPhone()
        let key = try #require(try await test.issueKeys(to: &phone).first)
        let data: [(Instruction, JSONObject)] = [
            (.performIssuance, KeyRequest(count: 1, audience: "a", nonce: nil).json),
            (.sign, SigningRequest(items: [SigningRequest.Item(key: key.id, signing: [1])]).json),
            (.deleteKeys, KeyDeletion(keys: [key.id]).json),
        ]
        for (number, (instruction, data)) in data.enumerated() {
            let request = try phone.message(
                instruction, try await test.beacon(), data: data, pinKey: P256.Signing.PrivateKey())
            #expect(await test.refusal(of: request) == .incorrectPIN(attemptsLeftInRound: 3 - number, isFinalRound: false))
        }
        #expect(try await test.store.keys(of: phone.walletID, for: .credential).map(\.id) == [key.id])
    }

    @Test(arguments: [FlakyHSM.Operation.makeWalletKey, .signWithWalletKey])
    func `an HSM failure halfway leaves no key and costs no attempt`(_ operation: FlakyHSM.Operation) async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        let request = try phone.message(.performIssuance, beacon, data: KeyRequest(count: 3, audience: "a", nonce: nil).json)
        test.hsm.fail(operation)
        #expect(await test.refusal(of: request) == .unavailable)
        #expect(try await test.store.keys(of: phone.walletID, for: .credential).isEmpty)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test(arguments: [true, false])
    func `after a revocation no keys are left`(_ ofSolution: Bool) async throws {
        var phone = try await test.phoneWithPID()
        _ = try await test.issueKeys(2, to: &phone)
        _ = try await test.startPINRecovery(&phone, to: P256.Signing.PrivateKey())
        if ofSolution {
            _ = try await test.revoker.revokeSolution(by: .operator(name: "o"))
        } else {
            _ = try await test.revoker.revoke(phone.walletID, because: .adminRequest, by: .operator(name: "o"))
        }
        for purpose in WalletKeyPurpose.allCases {
            #expect(try await test.store.keys(of: phone.walletID, for: purpose).isEmpty)
        }
        #expect(try test.count("wallet_key") == 0)
    }
}
