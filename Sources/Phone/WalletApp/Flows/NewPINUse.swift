// SPDX-License-Identifier: EUPL-1.2

/// What a PIN is set up for. Only the first one is a step on the way to a wallet; only a recovery can be stopped on its screens.
enum NewPINUse: Sendable, Equatable {
    /// UC2.1.
    case first
    /// UC2.6.
    case change
    /// UC2.3.2.
    case recovery
}
