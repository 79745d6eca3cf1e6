// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import WalletInterface

/// A definite response of the provider. Any other response is an error with the code `serverUnreachable` and an unknown outcome.
enum ProviderReply: Sendable, Equatable {
    /// The request was processed; the body is JSON.
    case done([UInt8])
    /// The request was refused.
    case refused(ProviderProblem)
}

/// The result of sending a body.
enum Delivery: Sendable {
    /// A definite response.
    case answered(ProviderReply)
    /// The body did not leave the phone.
    case notSent(WalletCoreError)
    /// The body may have arrived.
    case unanswered(WalletCoreError)
}
