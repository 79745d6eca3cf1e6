// SPDX-License-Identifier: EUPL-1.2

/// The steps of onboarding across all its flows, as shown in the step bar.
package enum OnboardingStep: Int, Sendable, CaseIterable {
    /// UC1.1, the introduction's pictures.
    case introduction = 1
    /// UC1.1/1.4.
    case privacy
    /// PF2.9/1.1.
    case choosePIN
    /// PF2.9/1.3.
    case repeatPIN
    /// UC2.1/1.3 to 1.5.
    case biometrics
    /// UC2.1/1.6.
    case deletionCode
    /// UC3.1.
    case personalData
}

extension Piece {
    /// The position of this screen within onboarding.
    package static func stepBar(_ step: OnboardingStep) -> Piece { stepBar(step.rawValue, of: OnboardingStep.allCases.count) }
}
