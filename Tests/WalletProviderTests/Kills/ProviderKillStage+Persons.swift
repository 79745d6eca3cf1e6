// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JOSE
import JSON
import KillLink
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Wallets that belong to a person.
extension ProviderKillStage {
    static let revoked = ProviderProblem.accountRevoked(reason: "admin_request", canRegisterNewWallet: false)

    /// Registers a wallet with a key for a PID.
    func registerWithPID(_ phone: inout TestPhone, _ code: String) async throws -> String {
        try await register(&phone)
        var counts = 0
        let data = KeyRequest(count: 1, audience: "https://issuer.example", nonce: "n").json
        let result = try await perform(.performIssuance, &phone, &counts) { try $0.message(.performIssuance, $1, data: data) }
        let issued = try IssuedKeys(try #require(result))
        let key = try #require(issued.keys.first).publicKey.publicKey.rawRepresentation
        return String(decoding: try JSONEncoder().encode(DisclosedPID(code: code, key: key)), as: UTF8.self)
    }

    /// Discloses the recovery code of a PID.
    ///
    /// - Returns: the problem of this or the next message; nil if the wallet is still accepted.
    func disclose(_ pid: String, _ phone: inout TestPhone, _ counts: inout Int) async throws -> ProviderProblem? {
        do {
            _ = try await perform(.discloseRecoveryCode, &phone, &counts) {
                try $0.message(.discloseRecoveryCode, $1, data: RecoveryCodeDisclosure(pid: pid).json)
            }
            // The recorded answer to repeated bytes does not show the revocation.
            try await ask(&phone)
            return nil
        } catch let problem as ProviderProblem {
            return problem
        }
    }

    /// Counts a person's wallets and those revoked with the code, as seen from outside.
    func held(like phone: TestPhone) async throws -> (all: Int, revoked: Int) {
        let mark = try #require(try await store.witnessedAccount(phone.walletID)?.recoveryCodeMark)
        let wallets = try await store.wallets(withRecoveryCodeMark: mark)
        return (wallets.count, wallets.count { $0.revocation?.reason == .recoveryCode })
    }

    /// Counts that person's revocations in the audit log, which is read and verified completely.
    func announcements(like phone: TestPhone) async throws -> Int {
        let mark = try #require(try await store.witnessedAccount(phone.walletID)?.recoveryCodeMark)
        var count = 0
        _ = try await AuditLog(store: store, hsm: try hsm(), clock: { Date() }).verify { record in
            let entry = try JSONObject(parsing: record.entry)
            count += entry["recovery_code_mark"] == .string(Base64URL.encode(mark)) ? 1 : 0
        }
        return count
    }
}
