// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import PlatformSupport
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// Every screen of the app with every variant of its texts.
enum Gallery {
    /// The variants in this file, and the screens that have none: as the journeys show them.
    static let screens: [any Screen] = variants + withoutVariants

    private static let withoutVariants: [any Screen] = {
        var known = Set(variants.map { String(describing: type(of: $0)) })
        return Journey.all.flatMap { $0.all.map(\.value) }.filter { known.insert(String(describing: type(of: $0))).inserted }
    }()

    private static let variants: [any Screen] =
        introduction + pin + biometrics + checking + errors + support
        + practice + code + logOut + links + policy + status + settings + confirming + digiD + pid + cards
        + scan + sharing + activities + cardDeletion

    private static let introduction: [any Screen] =
        [true, false].flatMap { isPaused -> [any Screen] in
            [
                IntroductionAddingCards(isPaused: isPaused), IntroductionSecureLogin(isPaused: isPaused),
                IntroductionSharing(isPaused: isPaused),
            ]
        } + [PrivacyStatement(design: "UC1.1"), PrivacyStatement(design: "UC9.2")]

    private static let pin: [any Screen] =
        [
            ChoosePIN(), ChoosePIN(use: .change), ChoosePIN(use: .recovery), RepeatPIN(),
            RepeatPIN(use: .change), SettingUpPIN(), SettingUpPIN(use: .change),
        ]
        + PINPolicyViolation.allCases.map { PINTooSimple(violation: $0) }

    private static let biometrics: [any Screen] =
        BiometricKind.allCases.flatMap { kind -> [any Screen] in
            [
                ConfigureBiometrics(kind: kind, didFail: false), ConfigureBiometrics(kind: kind, didFail: true),
                WalletSecured(biometrics: kind),
            ]
        } + [
            WalletSecured(biometrics: nil), WriteDownDeletionCode(code: FakeWallet.code),
        ]

    /// The reasons for which the PIN is asked for.
    private static let notices: [Text?] =
        [nil, "openWithPIN.statusTooOld", "openWithPIN.outcomeUnknown", "openWithPIN.pinChangePending"]
        + BiometricKind.allCases.flatMap { kind -> [Text?] in
            [Text("openWithPIN.lockedOut.\(kind.rawValue)"), Text("openWithPIN.enrolmentChanged.\(kind.rawValue)")]
        }

    private static let checking: [any Screen] =
        notices.map { OpenWithPIN(notice: $0) }
        + ["2.1", "3.1", "4.1", "6.1", "7.1", "8.1"].map { WrongPIN(step: $0) }
        + [
            ForgotPIN(canCreateNewPIN: true), ForgotPIN(canCreateNewPIN: false), ForgotPINWhileChecking(canCreateNewPIN: true),
            ForgotPINWhileChecking(canCreateNewPIN: false),
            TemporarilyBlocked(until: Date(timeIntervalSince1970: 0)),
        ]

    private static let errors: [any Screen] =
        [DeviceInsecurity.rooted, .attestationNotSupported, .attestationRejected].map { DeviceInsecure(insecurity: $0) }
        + [StoreProblem.Problem.damaged, .otherPhone, .tooNew, .full, .hardwareFailed, .notErased, .phoneLocked].map {
            StoreProblem(problem: $0)
        }
        + [
            ServerUnreachable(), ServerUnreachable(canGoBack: true), ServerUnreachable(isOrganization: true),
            ServerUnreachable(notice: "serverUnreachable.maintenance"),
            NoInternet(canGoBack: true), NoInternet(), GenericError(code: "X-01"), DeviceKeyLost(),
            IssuerFailed(issuer: nil), IssuerFailed(issuer: IssuancePreview.sample.issuer),
        ]

    private static let support: [any Screen] =
        helpPages
        + [NotBuiltYet(design: "UC4.1")]
        + NeedHelp.Topic.allCases.map { HelpPage(topic: $0.rawValue, support: help) }

    private static let help = AppConfiguration.sample.document.support

    private static let helpPages: [any Screen] =
        [
            "UC1.1", "UC1.1.privacy", "UC2.1", "UC2.2", "UC2.3", "UC2.3.2", "UC3.1", "UC6.3.data", "UC6.3.organization", "UC7.1", "UC7.2",
            "UC7.4", "UC9.2", "UC9.9", "UC9.9.camera",
            "UC9.12", "PF2.4",
            "PF2.8.wait",
            "PF2.8.blocked", "PF1.4", "PF2.10.byUser",
            "PF2.10.wallet", "PF2.10.holder", "PF2.10.solution", "error.noInternet", "error.serverUnreachable",
            "error.organizationUnreachable", "error.deviceInsecure",
            "error.store", "error.notErased", "error.rejected", "error.generic", "error.sessionExpired", "error.issuer",
            "error.recoveryUnavailable", "error.otherPhone", "error.hardwareFailed", "error.deviceKeyLost",
            "error.clockWrong",
            "feedback",
        ].map { HelpPage(topic: $0, support: help) }
        + sharedTopics.map { HelpPage(topic: $0, support: help) }
        + HelpPage.Connection.allCases.map {
            HelpPage(topic: "UC9.2", details: SupportDetails(configuration: 7, correlationID: "5f2c1a"), support: help, connection: $0)
        }

    /// The topics of the screens without a help row of their own; `SharedHelpTests` compares them with the screens.
    static let sharedTopics = [
        "PF2.10.read", "PF2.8.setUp", "PF2.9", "UC2.1.biometrics", "UC2.1.secured", "UC2.2.change", "UC2.3.2.done", "UC2.3.forgot", "UC2.6",
        "UC2.6.unsettled", "UC5.1.agreement", "UC5.1.changed", "UC5.1.incorrect", "UC5.1.report", "UC5.1.stopped", "UC5.1.websiteAbout",
        "UC3.1.data", "UC3.1.ready", "UC3.1.rejected", "UC6.1", "UC6.2", "UC6.3", "UC6.3.agreement", "UC6.3.delete", "UC6.3.report",
        "UC7.2.incorrect", "UC9.1", "UC9.1.settings", "UC9.3",
        "UC9.4", "UC9.6", "code", "history", "idle", "login", "notBuilt", "practice", "privacy", "tries",
    ]

    private static let practice: [any Screen] =
        [PracticePIN(isSecond: false), PracticePIN(isSecond: true)]
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
            OpenWithPIN(notice: "openWithPIN.statusTooOld", link: .sample(.disclosure)),
        ]
        + FinishFirst.Task.allCases.map { FinishFirst(task: $0) } + [LinkExpired()]

    private static let scan: [any Screen] =
        ScanQRCode.Light.allCases.map { ScanQRCode(light: $0) }
        + [CameraPermission.undetermined, .denied, .restricted, .unavailable].map { CameraNeeded(permission: $0) }
        + ScanProblem.allCases.map { NotACode(problem: $0) }

    private static let policy: [any Screen] =
        Platform.allCases.flatMap { platform -> [any Screen] in
            [UpdateVerdict.notify, .recommend, .warn(daysLeft: 1), .warn(daysLeft: 14)].map {
                UpdateNotice(verdict: $0, platform: platform)
            } + [UpdateNeeded(platform: platform), VersionBlocked(platform: platform)]
        }

    private static let status: [any Screen] =
        ["2.2", "3.2", "4.2"].map { Contact(step: $0, support: AppConfiguration.sample.document.support) }
        + [Contact(step: "2.2", support: SupportContacts())]

    private static let settings: [any Screen] =
        [
            ChangeBiometrics(kind: nil, isEnabled: false, obstacle: .unsupported),
            ChangeBiometrics(kind: nil, isEnabled: false, obstacle: .switchedOff),
            ChangeBiometrics(kind: .faceID, isEnabled: false, obstacle: .failed),
        ]
        + BiometricKind.allCases.flatMap { kind -> [any Screen] in
            [
                ChangeBiometrics(kind: kind, isEnabled: kind != .fingerprint, obstacle: nil),
                ChangeBiometrics(kind: kind, isEnabled: false, obstacle: .notEnrolled),
                ChangeBiometrics(kind: kind, isEnabled: kind == .faceID, obstacle: .lockedOut), BiometricsEnabled(kind: kind),
            ]
        }
        + Brand.nlWallet.languages.map { ChangeLanguage(current: $0, offered: Brand.nlWallet.languages) }
        + menus
        + [IdleTime(longest: 300, current: 300), IdleTime(longest: 600, current: 60), IdleTime(longest: 102, current: 102)]
        + [
            PINChangeUnsettled(), PINChangeUnsettled(isForgotten: true),
            ShowDeletionCode(code: FakeWallet.code),
        ]

    private static let menus: [any Screen] =
        BiometricKind.allCases.map { SettingsMenu(sensor: $0).unlocking(.on) }
        + [
            SettingsMenu(sensor: .fingerprint), SettingsMenu(sensor: .fingerprint).unlocking(.notSetUp), SettingsMenu(),
            SettingsMenu(sensor: .faceID).inLanguage(.dutch).lockingAfter(102), AppMenu(), AppMenu(idleTime: 102),
        ]

    private static let confirming: [any Screen] = [true, false].flatMap { choice -> [any Screen] in
        [ConfirmWithPIN(isCancelable: choice), ForgotPINWhileConfirming(isIssuingPID: choice)]
    }

    private static let digiD: [any Screen] =
        IdentityLogin.Purpose.allCases.flatMap { purpose -> [any Screen] in
            let problems = IdentityLogin.Problem.allCases.filter { purpose == .pinRecovery || $0 != .wrongAccount }
            return [ContinueLogin(purpose: purpose), StopLogin(purpose: purpose)]
                + problems.map { LoginProblem(problem: $0, purpose: purpose) }
        }

    private static let pid: [any Screen] =
        [
            VerifyYourData(preview: .sample), VerifyYourData(preview: IssuancePreview(card: .complete)), AddCardsViaLogin(),
            AddCardsViaLogin(isAgain: true),
        ]
        + [IdentityLogin.Problem.failed, .stopped, .aborted].map { LoginProblem(problem: $0, purpose: .pid, isAgain: true) }

    private static let dashboards: [any Screen] = {
        let (added, withdrawn) = (ActivitySample.event(.issued), ActivitySample.event(.revoked))
        let dashboards = [
            Dashboard(cards: nil), Dashboard(cards: []), Dashboard(of: CardDetails.all), Dashboard(of: CardDetails.all, limit: 2),
            Dashboard(cards: [], isStatusUnknown: true),
            Dashboard(cards: [], steps: NextSteps(lastEvents: [ActivitySample.event(.deleted)])),
            Dashboard(of: [.pid(.expiresSoon), .other(.revoked)], steps: NextSteps(lastEvents: [ActivitySample.request(.delivered)])),
            Dashboard(of: [.pid()], steps: NextSteps(unlocking: .enable(.faceID), lastEvents: [added])),
            Dashboard(of: [.pid(), .other(.valid)], steps: NextSteps(unlocking: .practise, lastEvents: [added])),
            Dashboard(of: [.pid(.expiresSoon)], steps: NextSteps(unlocking: .enable(.fingerprint), lastEvents: [added])),
            Dashboard(of: [.pid(.revoked)], steps: NextSteps(unlocking: .enable(.touchID), lastEvents: [withdrawn])),
            Dashboard(of: [.pid(), .other(.expired)], steps: NextSteps(unlocking: .enable(.face))),
            Dashboard(of: [.pid(isRenewed: true)], steps: .ofEvents(isRenewed: true)),
        ]
        return dashboards.map { dashboard -> any Screen in
            var dashboard = dashboard
            dashboard.zone = .gmt
            return dashboard
        }
    }()

    private static let cards: [any Screen] =
        dashboards + overviews
        + [.pid(), .pid(.corrupted), .pid(.expired), .other(.expired), .complete].map { CardData(card: $0) }
        + [CardDetails.pid(), .other(.valid)].map { AboutIssuer(issuer: $0.issuer) }
        + [DetailsIncorrect(issuer: CardDetails.pid().issuer.name)]

    private static let cardDeletion: [any Screen] = [CardDetails.other(.valid), .other(.corrupted)].flatMap { card -> [any Screen] in
        [DeleteCardQuestion(card: card.summary), CardDeleted(card: card.summary)]
    }

    private static let overviews: [any Screen] =
        [
            .pid(), .pid(.revoked), .pid(.expired), .pid(.expiresSoon), .pid(.corrupted), .other(.expiresSoon), .other(.expired),
            .other(.suspended), .other(.notYetValid), .other(.unknown),
            .other(.corrupted, color: nil), .pid(background: CardDetails.waves),
            .other(.valid), .pid(copiesLeft: 3), .pid(copiesLeft: 1), .pid(copiesLeft: 0), .other(.valid, copiesLeft: 0),
        ].map { CardOverview(card: $0) }
}
