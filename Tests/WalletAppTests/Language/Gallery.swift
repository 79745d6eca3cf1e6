// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// Every screen of the app with every variant of its texts.
enum Gallery {
    /// All screens.
    static let screens: [any Screen] =
        start + introduction + pin + biometrics + checking + errors + support
        + practice + code + logOut + links + policy + status + wipe + menu + settings + confirming + digiD + pid + cards

    private static let start: [any Screen] = [Splash()]

    private static let introduction: [any Screen] =
        [true, false].flatMap { isPaused -> [any Screen] in
            [
                IntroductionAddingCards(isPaused: isPaused), IntroductionSecureLogin(isPaused: isPaused),
                IntroductionSharing(isPaused: isPaused),
            ]
        } + [PrivacyConsiderations(), PrivacyStatement(design: "UC1.1"), PrivacyStatement(design: "UC9.2")]

    private static let pin: [any Screen] =
        [
            ChoosePIN(), ChoosePIN(use: .change), ChoosePIN(use: .recovery), StopNewPIN(), NewPINStopped(), RepeatPIN(),
            RepeatPIN(use: .change), SettingUpPIN(), SettingUpPIN(use: .change), PINsDiffer(),
            PINsDifferAgain(),
        ]
        + PINPolicyViolation.allCases.map { PINTooSimple(violation: $0) }

    private static let biometrics: [any Screen] =
        [BiometricKind.faceID, .fingerprint].flatMap { kind -> [any Screen] in
            [
                ConfigureBiometrics(kind: kind, didFail: false), ConfigureBiometrics(kind: kind, didFail: true),
                WalletSecured(biometrics: kind),
            ]
        } + [
            WalletSecured(biometrics: nil), WriteDownDeletionCode(code: FakeWallet.code), ScanBiometrics(), BiometricNotRecognised(),
            BiometricNotRecognisedEnterPIN(), FingerprintNotRecognised(), TooManyScans(), FingerprintNotRecognisedEnterPIN(),
        ]

    private static let checking: [any Screen] =
        [
            nil, "openWithPIN.lockedOut.faceID", "openWithPIN.lockedOut.fingerprint", "openWithPIN.enrolmentChanged.faceID",
            "openWithPIN.enrolmentChanged.fingerprint", "openWithPIN.statusTooOld", "openWithPIN.outcomeUnknown",
            "openWithPIN.pinChangePending",
        ].map {
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
        + [StoreProblem.Problem.damaged, .tooNew, .full, .notErased].map { StoreProblem(problem: $0) }
        + [
            NoInternet(), ServerUnreachable(), ServerUnreachable(notice: "serverUnreachable.maintenance"), WalletRejected(),
            GenericError(code: "X-01"), SessionExpired(), RecoveryUnavailable(),
            IssuerFailed(issuer: nil), IssuerFailed(issuer: IssuancePreview.sample.issuer),
        ]

    private static let support: [any Screen] =
        helpPages
        + [AboutApp()]
        + ["UC9.9", "UC4.1", "UC5.1"].map {
            NotBuiltYet(design: $0)
        }
        + NeedHelp.Topic.allCases.map { HelpPage(topic: $0.rawValue, support: help) }

    private static let help = AppConfiguration.sample.document.support

    private static let helpPages: [any Screen] =
        [
            "UC1.1", "UC1.1.privacy", "UC2.1", "UC2.2", "UC2.3", "UC2.3.2", "UC3.1", "UC7.1", "UC7.2", "UC9.2", "UC9.12", "PF2.4",
            "PF2.8.wait",
            "PF2.8.blocked", "PF1.4", "PF2.10.byUser",
            "PF2.10.wallet", "PF2.10.holder", "PF2.10.solution", "error.noInternet", "error.serverUnreachable", "error.deviceInsecure",
            "error.store", "error.notErased", "error.rejected", "error.generic", "error.sessionExpired", "error.issuer",
            "error.recoveryUnavailable",
            "feedback",
        ].map { HelpPage(topic: $0, support: help) }
        + HelpPage.Connection.allCases.map {
            HelpPage(topic: "UC9.2", details: SupportDetails(configuration: 7, correlationID: "5f2c1a"), support: help, connection: $0)
        }

    private static let practice: [any Screen] =
        [PracticeOffer(), PracticePIN(isSecond: false), PracticePIN(isSecond: true), PracticeSame(), PracticeDiffers()]
        + [1, 3].map { WrongTriesNotice(count: $0) } + [WrongTriesNotice(count: 24, days: 30)]

    private static let code: [any Screen] =
        [
            ConfirmDeletionCode(number: 3), WriteDownDeletionCode(code: FakeWallet.code, portal: "https://portal.test", didDiffer: true),
        ]

    private static let logOut: [any Screen] = [InactivityWarning(locksAt: Date(timeIntervalSince1970: 0))]

    private static let links: [any Screen] =
        UniversalLinkKind.allCases.map { OpenWithPIN(notice: nil, link: .sample($0)) }
        + [
            OpenWithPIN(notice: nil, link: .sample(.issuance, hasReplaced: true)),
            OpenWithPIN(notice: "openWithPIN.statusTooOld", link: .sample(.disclosure)), ScanInWallet(),
        ]
        + FinishFirst.Task.allCases.map { FinishFirst(task: $0) }

    private static let policy: [any Screen] =
        Platform.allCases.flatMap { platform -> [any Screen] in
            [UpdateVerdict.notify, .recommend, .warn(daysLeft: 1), .warn(daysLeft: 14)].map {
                UpdateNotice(verdict: $0, platform: platform)
            } + [UpdateNeeded(platform: platform), VersionBlocked(platform: platform)]
        }

    private static let status: [any Screen] =
        [WalletDeleted(), WalletBlocked(), HolderBlocked(), SolutionRevoked(), SolutionRevokedInformation()]
        + ["2.2", "3.2", "4.2"].map { Contact(step: $0, support: AppConfiguration.sample.document.support) }
        + [Contact(step: "2.2", support: SupportContacts())]

    private static let menu: [any Screen] = [AppMenu(), SettingsMenu(), NeedHelp()]

    private static let settings: [any Screen] =
        [
            ChangeBiometrics(kind: .faceID, isEnabled: true, obstacle: nil),
            ChangeBiometrics(kind: .fingerprint, isEnabled: false, obstacle: nil),
            ChangeBiometrics(kind: nil, isEnabled: false, obstacle: .unsupported),
            ChangeBiometrics(kind: nil, isEnabled: false, obstacle: .switchedOff),
            ChangeBiometrics(kind: .faceID, isEnabled: false, obstacle: .notEnrolled),
            ChangeBiometrics(kind: .fingerprint, isEnabled: false, obstacle: .notEnrolled),
            ChangeBiometrics(kind: .faceID, isEnabled: false, obstacle: .failed),
            ChangeBiometrics(kind: .faceID, isEnabled: true, obstacle: .lockedOut),
            ChangeBiometrics(kind: .fingerprint, isEnabled: false, obstacle: .lockedOut),
        ] + [BiometricKind.faceID, .fingerprint].map { BiometricsEnabled(kind: $0) }
        + Language.allCases.map { ChangeLanguage(current: $0) }
        + [IdleTime(longest: 300, current: 300), IdleTime(longest: 600, current: 60), IdleTime(longest: 102, current: 102)]
        + [
            PINChanged(), PINChangeUnsettled(), PINChangeUnsettled(isForgotten: true), AboutDeletionCode(),
            ShowDeletionCode(code: FakeWallet.code),
        ]

    private static let confirming: [any Screen] = [true, false].flatMap { choice -> [any Screen] in
        [ConfirmWithPIN(isCancelable: choice), ForgotPINWhileConfirming(isIssuingPID: choice)]
    }

    private static let digiD: [any Screen] =
        DigiDLogin.Purpose.allCases.flatMap { purpose -> [any Screen] in
            let problems = DigiDLogin.Problem.allCases.filter { purpose == .pinRecovery || $0 != .wrongAccount }
            return [ContinueWithDigiD(purpose: purpose), StopDigiDLogin(purpose: purpose)]
                + problems.map { DigiDLoginProblem(problem: $0, purpose: purpose) }
        } + [AddCardsViaDigiD(), RegainAccess(), LogInWithDigiD(), AccessRegained()]

    private static let pid: [any Screen] =
        [
            RetrievingData(), VerifyYourData(preview: .sample), DataRejected(), AddingCard(), CreateNewWallet(),
            WalletIsReady(), SetUpFailed(),
        ]

    private static let cards: [any Screen] =
        [
            Dashboard(cards: nil), Dashboard(cards: []), Dashboard(cards: CardDetails.all.map(\.summary)),
            Dashboard(cards: CardDetails.all.map(\.summary), limit: 2),
        ]
        + [
            .pid(), .pid(.revoked), .other(.expiresSoon), .other(.expired), .other(.suspended), .other(.notYetValid), .other(.unknown),
            .other(.corrupted, color: nil), .pid(background: CardDetails.waves),
        ].map { CardOverview(card: $0) }
        + [.pid(), .pid(.corrupted), .other(.expired)].map { CardData(card: $0) }
        + [CardDetails.pid(), .other(.valid)].map { AboutIssuer(issuer: $0.issuer) }
        + [DetailsIncorrect(issuer: CardDetails.pid().issuer.name)]
        + [[], CardDetails.events].flatMap { [CardActivities(events: $0), CardActivities(events: $0, areSomeUnreadable: true)] }

    private static let wipe: [any Screen] = [WipeAppData(), WipingAppData()]
}
