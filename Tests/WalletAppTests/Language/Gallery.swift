// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletCore

@testable import WalletApp

/// Every screen of the app with every choice of words that it makes.
enum Gallery {
    /// All of them.
    static let screens: [any Screen] = start + introduction + pin + biometrics + checking + errors + support

    private static let start: [any Screen] = [Splash()]

    private static let introduction: [any Screen] =
        [true, false].flatMap { isPaused -> [any Screen] in
            [
                IntroductionAddingCards(isPaused: isPaused), IntroductionSecureLogin(isPaused: isPaused),
                IntroductionSharing(isPaused: isPaused),
            ]
        } + [PrivacyConsiderations(), PrivacyStatement()]

    private static let pin: [any Screen] =
        [ChoosePIN(), RepeatPIN(), SettingUpPIN(), PINsDiffer(), PINsDifferAgain()]
        + PINPolicyViolation.allCases.map { PINTooSimple(violation: $0) }

    private static let biometrics: [any Screen] =
        [BiometricKind.faceID, .fingerprint].flatMap { kind -> [any Screen] in
            [
                ConfigureBiometrics(kind: kind, didFail: false), ConfigureBiometrics(kind: kind, didFail: true),
                WalletSecured(biometrics: kind),
            ]
        } + [
            WalletSecured(biometrics: nil), WriteDownDeletionCode(code: FakeWallet.code), ScanBiometrics(), BiometricNotRecognised(),
            BiometricNotRecognisedEnterPIN(),
        ]

    private static let checking: [any Screen] =
        [nil, "openWithPIN.lockedOut", "openWithPIN.enrolmentChanged", "openWithPIN.statusTooOld", "openWithPIN.outcomeUnknown"].map {
            OpenWithPIN(notice: $0)
        }
        + ["2.1", "3.1", "4.1", "6.1", "7.1", "8.1"].map { WrongPIN(step: $0) }
        + [
            ForgotPIN(canCreateNewPIN: true), ForgotPIN(canCreateNewPIN: false), ForgotPINWhileChecking(canCreateNewPIN: true),
            ForgotPINWhileChecking(canCreateNewPIN: false),
            TemporarilyBlocked(until: Date(timeIntervalSince1970: 0)), AppIsBlocked(),
        ]

    private static let errors: [any Screen] =
        [DeviceInsecurity.rooted, .attestationNotSupported, .attestationRejected].map { DeviceInsecure(insecurity: $0) }
        + [StoreProblem.Problem.damaged, .tooNew, .full].map { StoreProblem(problem: $0) }
        + [NoInternet(), ServerUnreachable(), WalletRejected(), GenericError(code: "X-01")]

    private static let support: [any Screen] =
        ["UC1.1", "UC2.1", "PF2.8", "error"].map { HelpPage(topic: $0) }
        + ["UC3.1", "UC7.1"].map { NotBuiltYet(design: $0, canGoBack: false) }
        + ["UC9.2", "UC9.4", "UC2.3.2"].map { NotBuiltYet(design: $0, canGoBack: true) }
}
