// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import WalletInterface

extension ProviderProblem {
    /// The outcome of a PIN check that this refusal means.
    ///
    /// - Throws: `walletRevoked`, `walletRejected`; `unexpected` for a refusal that is not about the PIN.
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

    /// The error that this refusal means where no PIN was asked for.
    ///
    /// - Parameter reason: what was refused, for developers.
    func error(_ reason: String) -> WalletCoreError {
        switch self {
        case .accountRevoked: WalletCoreError(.walletRevoked, "the wallet was revoked")
        case .certificateRejected: WalletCoreError(.walletRejected, "the provider refuses this wallet: \(type)")
        default: WalletCoreError(.unexpected, "\(reason): \(type)")
        }
    }
}
