// SPDX-License-Identifier: EUPL-1.2

/// What an operator may count. No event names a wallet.
package enum ProviderEvent: Sendable, Hashable {
    /// A PIN was looked at.
    /// - attempt: 1 for the first since the last right PIN.
    case pinVerified(isRight: Bool, attempt: Int)
    /// A wallet's wrong PINs within `WrongPINWindow` have come to the number from which its holder is told.
    case manyWrongPINs
    /// A wallet was unlocked.
    case unlocked
    /// An attestation of a device key was judged.
    /// - verdict: `accepted`, or the stable word of the reason why it was not.
    case attestationJudged(DeviceKind, verdict: String)
}
