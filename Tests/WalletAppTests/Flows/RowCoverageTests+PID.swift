// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

@testable import WalletApp

extension RowCoverageTests {
    /// Walks from the login to the card.
    static func obtainingPID() async throws -> Set<Row> {
        try await rows(
            ObtainPIDTests.self,
            [
                { try await $0.`LTC1 logged in, the data is seen and added with the PIN, and the wallet is ready`() },
                { try await $0.`LTC3 a failed login says why, and a new login can start`(.loginFailed, .failed, "2.1") },
                { try await $0.`LTC3 a failed login says why, and a new login can start`(.loginStopped, .stopped, "3.1") },
                { try await $0.`stopping asks for confirmation, and the login can start again`() },
                { try await $0.`an issuer that cannot be asked for a login is named as what it is, and nothing has begun`() },
                { try await $0.`LTC2 a lost connection shows an error, and a retry continues`(.noInternet, "NoInternet", "1.3c") },
                {
                    try await $0.`LTC2 a lost connection shows an error, and a retry continues`(
                        .serverUnreachable, "ServerUnreachable", "1.3d")
                },
                { try await $0.`LTC2 a failed issuance shows a code and starts again`(.refused) },
                { try await $0.`retrieving can be stopped, and otherwise continues`() },
                { try await $0.`LTC4 data that is not right is not added, and it begins again`() },
                { try await $0.`without the PIN nothing is added, and the data is there again`() },
                { try await $0.`a retry adds with the same PIN, and an issuer that fails is named`() },
                { try await $0.`the fourth wrong PIN restarts the setup of a wallet that is still empty`() },
            ])
    }

    /// Walks from a forgotten PIN to a new one.
    static func recoveringPIN() async throws -> Set<Row> {
        let problems = RecoverPINTests.problems.map { problem -> @Sendable (RecoverPINTests) async throws -> Void in
            { try await $0.`a login that comes to nothing says why; it is begun again, or left`(problem.0, problem.1, problem.2) }
        }
        return try await rows(
            RecoverPINTests.self,
            problems + [
                { try await $0.`LTC41 the owner who logs in chooses a new PIN and has access again`() },
                { try await $0.`after Forgot PIN comes the login at once, and back leads there`() },
                { try await $0.`a session that has begun runs alone`() },
                { try await $0.`a wallet that cannot get a new PIN says so, and is deleted or left`() },
                { try await $0.`stopping asks for confirmation, and nothing has changed`() },
                { try await $0.`choosing can be stopped, after a question`() },
                { try await $0.`back from choosing leads to the login, and the session is over`() },
            ])
    }
}
