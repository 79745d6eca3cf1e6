// SPDX-License-Identifier: EUPL-1.2

import KillLink
import WalletCore
import WalletInterface

/// UC2.3 with a wrong PIN: the wallet never shows fewer remaining attempts than the entered PINs can have used.
struct WrongPINFlow: Flow {
    let name = "wrong PIN"

    /// The attempts of a round, by the provider's policy.
    private static let attempts = 4

    func prepare(_ user: User) async throws {
        _ = try await user.registered()
    }

    func run(_ user: User) async throws {
        try await user.launch()
        _ = try await user.enterWrongPIN()
    }

    func finish(_ user: User) async throws {
        let entered = user.assignment.wrongPINs + user.enteredWrongPINs + 1
        switch try await user.enterWrongPIN() {
        case .invalid(let left, let isFinalRound):
            guard left >= Self.attempts - entered, left < Self.attempts, !isFinalRound else {
                throw Stuck("\(entered) PINs were entered, \(left) attempts are left")
            }
        // The provider's verdict was lost; it counted the attempt once at most.
        case .outcomeUnknown: break
        case .valid: throw Stuck("the wrong PIN is right")
        case .temporarilyBlocked where entered >= Self.attempts: user.trap.letTimePass(61)
        case .temporarilyBlocked, .permanentlyBlocked: throw Stuck("blocked after \(entered) PINs")
        }
        _ = try await user.opened()
    }
}
