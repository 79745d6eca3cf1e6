// SPDX-License-Identifier: EUPL-1.2

/// The purpose of a new PIN. Only the first PIN is a step of onboarding, and only a recovery can be stopped on its screens.
enum NewPINUse: Sendable, Equatable {
    /// Setup, UC2.1.
    case first
    /// Change, UC2.6.
    case change
    /// Recovery, UC2.3.2.
    case recovery
}
