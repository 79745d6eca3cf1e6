// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import WalletInterface

/// A definite answer of the provider. Whatever is not one is an error with the code `serverUnreachable`, its outcome unknown.
enum ProviderReply: Sendable, Equatable {
    /// The request was done; the body is JSON.
    case done([UInt8])
    /// The request was refused.
    case refused(ProviderProblem)
}

/// What became of a body.
enum Delivery: Sendable {
    /// It has a definite answer.
    case answered(ProviderReply)
    /// It did not leave the phone.
    case notSent(WalletCoreError)
    /// It may have arrived.
    case unanswered(WalletCoreError)
}
