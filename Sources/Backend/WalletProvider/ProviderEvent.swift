// SPDX-License-Identifier: EUPL-1.2

/// An event for the operator's metrics. No event identifies a wallet.
package enum ProviderEvent: Sendable, Hashable {
    /// - attempt: the number of the attempt, 1 for the first since the last right PIN.
    case pinVerified(isRight: Bool, attempt: Int)
    /// A wallet's wrong PINs within `WrongPINWindow` have reached the number from which its user is notified.
    case manyWrongPINs
    case unlocked
    /// - verdict: `accepted`, or the stable code of the reason for rejection.
    case attestationJudged(DeviceKind, verdict: String)
}
