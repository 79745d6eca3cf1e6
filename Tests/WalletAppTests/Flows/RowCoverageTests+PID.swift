// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

@testable import WalletApp

extension RowCoverageTests {
    /// Walks from the login to the card.
    static func obtainingPID() async throws -> Set<Row> {
        try await rows(
            ObtainPIDTests.self,
            [
                { try await $0.`LTC1 after the login the user sees the data and adds it with the PIN, and the wallet is ready`() },
                { try await $0.`a card that is obtained again replaces the present card, and the overview follows`() },
                { try await $0.`a user who has a card can leave before the login, and keeps the card`() },
                { try await $0.`LTC3 a failed login shows the reason, and the user can log in again`(.loginFailed, .failed, "2.1") },
                { try await $0.`LTC3 a failed login shows the reason, and the user can log in again`(.loginStopped, .stopped, "3.1") },
                { try await $0.`stopping asks for confirmation, and the user can log in again`() },
                { try await $0.`a failure to start a login at the issuer is reported with its cause, and no session exists`() },
                { try await $0.`LTC2 a lost connection shows an error, and a retry continues`(.noInternet, "NoInternet", "1.3c") },
                {
                    try await $0.`LTC2 a lost connection shows an error, and a retry continues`(
                        .serverUnreachable, "ServerUnreachable", "1.3d")
                },
                { try await $0.`LTC2 a failed issuance shows a code, and the user can start again`(.refused) },
                { try await $0.`a wrong clock that cannot be corrected leads to the phone's settings, and a retry continues`() },
                { try await $0.`a wrong clock that the core corrects is not mentioned`() },
                { try await $0.`the user can stop the retrieval, and otherwise it continues`() },
                { try await $0.`LTC4 data that the user rejects is not added, and the user can start again`() },
                { try await $0.`without the PIN no data is added, and the data is shown again`() },
                { try await $0.`a retry adds the data with the same PIN, and an issuer failure is named`() },
                { try await $0.`the fourth wrong PIN restarts the setup of a wallet that has no cards yet`() },
            ])
    }

    /// Walks from a forgotten PIN to a new one.
    static func recoveringPIN() async throws -> Set<Row> {
        let problems = RecoverPINTests.problems.map { problem -> @Sendable (RecoverPINTests) async throws -> Void in
            { try await $0.`after a failed login the reason is shown, and the user can retry or leave`(problem.0, problem.1, problem.2) }
        }
        return try await rows(
            RecoverPINTests.self,
            problems + [
                { try await $0.`a wrong clock that the core corrects does not disturb a recovery`() },
                {
                    try await $0
                        .`a wrong clock that cannot be corrected leads to the phone's settings, and the recovery continues`()
                },
                { try await $0.`the event of the new PIN can be looked at, and going back leads to the success`() },
                { try await $0.`LTC41 the owner logs in, chooses a new PIN and has access again`() },
                { try await $0.`after Forgot PIN the login follows immediately, and back leads to the PIN screen`() },
                { try await $0.`a started recovery session needs no further press`() },
                { try await $0.`a wallet that cannot get a new PIN says so and can be deleted or left`() },
                { try await $0.`stopping a recovery asks for confirmation, and nothing has changed`() },
                { try await $0.`the user can stop choosing a PIN, after confirming it`() },
                { try await $0.`going back from choosing a PIN leads to the login and ends the session`() },
            ])
    }
}
