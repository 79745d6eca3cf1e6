// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import WalletInterface

extension ProviderProblem {
    /// Maps the refusal to the outcome of a PIN check.
    ///
    /// - Throws: `walletRevoked`, `walletRejected`; `unexpected` for a refusal that does not concern the PIN.
    func outcome(by clock: any ClockBridge) throws(WalletCoreError) -> PINCheck {
        switch self {
        case .incorrectPIN(let attemptsLeftInRound, let isFinalRound):
            .invalid(attemptsLeftInRound: attemptsLeftInRound, isFinalRound: isFinalRound)
        case .pinTimeout(let timeLeft): .temporarilyBlocked(until: clock.steadyNow.addingTimeInterval(TimeInterval(timeLeft) / 1000))
        case .accountBlocked: .permanentlyBlocked
        case .accountRevoked, .certificateRejected, .challengeRejected, .instructionRejected, .malformedRequest, .attestationRejected,
            .tooManyRequests, .unexpected, .unavailable:
            throw error("the provider refused the request")
        }
    }

    /// Maps the refusal of an instruction without a PIN to an error.
    ///
    /// - Parameter reason: the refused action, for developers.
    func error(_ reason: String) -> WalletCoreError {
        switch self {
        case .accountRevoked: WalletCoreError(.walletRevoked, "the wallet was revoked")
        case .certificateRejected: WalletCoreError(.walletRejected, "the provider refuses this wallet: \(type)")
        default: WalletCoreError(.unexpected, "\(reason): \(type)")
        }
    }
}
