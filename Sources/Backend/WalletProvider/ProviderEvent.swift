// SPDX-License-Identifier: EUPL-1.2

/// What an operator may count. No event names a wallet.
package enum ProviderEvent: Sendable, Hashable {
    /// A PIN was looked at.
    /// - attempt: 1 for the first since the last right PIN.
    case pinVerified(isRight: Bool, attempt: Int)
}
