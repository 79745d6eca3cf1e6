// SPDX-License-Identifier: EUPL-1.2

import Brands
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
import WalletInterface

@testable import WalletApp

extension Journey {
    /// All journeys on both phones.
    static let all: [Journey] = Platform.allCases.flatMap { platform -> [Journey] in
        let groups: [[Journey]] = [everywhere, atTheLock, ends, afterUnlock, sharing, activities, others(on: platform)]
        return groups.flatMap(\.self).map { $0.on(platform) }
    }

    /// The use cases that are the same on every phone.
    private static let everywhere = [
        introduceTheApp, noInternet, showAppMenu, getAppInformation, getHelp, unlockTheApp,
        changeLanguage, chooseIdleTime, changeRemotePIN, viewRevocationCode, wipeAllAppData, logInForPID, retrievePID, addPID, setUpFailed,
        logInForNewPIN, chooseNewPIN, stopNewPIN, showAllCards, showCardDetails, deleteCard, unsettledPIN, scanCode,
    ]

    /// The use cases that differ per phone.
    private static func others(on platform: Platform) -> [Journey] {
        [
            setUpRemotePIN(platform.sensor), applyUpdatePolicy(platform), changeBiometricUnlock(platform.sensor),
            updateNeeded(platform), versionBlocked(platform), wrongScans(platform),
        ]
    }

    static func see(_ screen: some Screen, _ number: String) -> Step { Step(screen, .press(number)) }
    static func see(_ screen: some Screen, enter digits: String) -> Step { Step(screen, .enter(digits)) }
    static func help(_ topic: String) -> HelpPage {
        HelpPage(topic: topic, details: SupportDetails(configuration: 1), support: AppConfiguration.sample.document.support)
    }
    static func end(_ screen: some Screen) -> Step { Step(screen, .end) }

    static let firstScreen = IntroductionAddingCards(isPaused: false)
    static let lock = OpenWithPIN(notice: nil)
    static let home = Dashboard(cards: [])
    static let confirm = ConfirmWithPIN(isCancelable: false)

    /// Through the unlock to the menu, and to the settings.
    static let toMenu = [see(lock, enter: Digits.mine), see(home, "1.1e")]
    static let toSettings = toMenu + [see(AppMenu(), "1.1e")]

    @Sendable static func registered(_ wallet: FakeWallet) {
        wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
            script.isRevocationCodeConfirmed = true
            script.biometricAvailability = .available(.faceID)
        }
    }

    /// A registered wallet on a phone without a sensor, so that the settings are the same on every phone.
    @Sendable static func withoutSensor(_ wallet: FakeWallet) {
        registered(wallet)
        wallet.script { $0.biometricAvailability = .unsupported }
    }

    // MARK: Before there is a PIN

    private static let introduceTheApp = Journey(
        "UC1.1",
        [
            see(firstScreen, "1.1a"), see(IntroductionSecureLogin(isPaused: false), "1.2b"),
            see(IntroductionSharing(isPaused: false), "1.3b"), see(PrivacyConsiderations(), "1.4c"),
            see(PrivacyStatement(design: "UC1.1"), "2.1a"), see(PrivacyConsiderations(), "1.4d"), see(help("UC1.1.privacy"), "1a"),
            see(PrivacyConsiderations(), "1.4b"), end(ChoosePIN()),
        ])

    private static func setUpRemotePIN(_ kind: BiometricKind) -> Journey {
        Journey(
            "UC2.1, PF2.9", way: [see(firstScreen, "1.1b"), see(PrivacyConsiderations(), "1.4b")],
            [
                see(ChoosePIN(), enter: "111111"), see(PINTooSimple(violation: .oneDigit), "2.1a"), see(ChoosePIN(), enter: Digits.mine),
                see(RepeatPIN(), enter: Digits.other), see(PINsDiffer(), "3.1a"), see(RepeatPIN(), enter: Digits.other),
                see(PINsDifferAgain(), "4.1a"), see(ChoosePIN(), enter: Digits.mine), see(RepeatPIN(), enter: Digits.mine),
                Step(SettingUpPIN(), .work(.register)), see(ConfigureBiometrics(kind: kind, didFail: false), "1.3a"),
                see(WalletSecured(biometrics: kind), "1.5a"), see(WriteDownDeletionCode(code: FakeWallet.code), "1.6a"),
                Step(ConfirmDeletionCode(number: 1), .type(FakeWallet.code.groups[0])), end(AddCardsViaLogin()),
            ],
            prepare: { wallet in
                wallet.script { script in
                    script.biometricAvailability = .available(.faceID)
                    script.tooSimple = PIN("111111").map { [($0, .oneDigit)] } ?? []
                }
            })
    }

    // MARK: At the lock

    private static let unlockTheApp = Journey(
        "UC2.3, PF2.8",
        [
            see(lock, enter: Digits.other), see(WrongPIN(step: "2.1"), "2.1b"),
            see(ForgotPINWhileChecking(canCreateNewPIN: true), "10.1b"), see(lock, "1.3b"),
            see(ForgotPIN(canCreateNewPIN: true), "6.1b"), see(lock, "1.3c"), see(AboutApp(), "UC9.2/1.1c"),
            see(lock, enter: Digits.mine), end(home),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
        })

    private static func applyUpdatePolicy(_ platform: Platform) -> Journey {
        Journey(
            "PF1.4", [see(UpdateNotice(verdict: .recommend, platform: platform), "update/1a"), see(lock, enter: Digits.mine), end(home)],
            prepare: { wallet in
                registered(wallet)
                wallet.verdicts.value = .recommend
            })
    }

    private static let noInternet = Journey(
        "error",
        [
            see(lock, enter: Digits.mine), see(NoInternet(canGoBack: true), "NoInternet.help"), see(help("error.noInternet"), "1a"),
            see(NoInternet(canGoBack: true), "NoInternet.retry"), end(home),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.fails(.unlock, .noInternet)
        })

    // MARK: In an unlocked wallet

    private static let showAppMenu = Journey(
        "UC9.1", way: [see(lock, enter: Digits.mine)],
        [
            see(home, "1.1e"), see(AppMenu(), "1.1f"), see(help("feedback"), "1a"), see(AppMenu(), "1.1e"),
            see(SettingsMenu(), "2.1a"), see(AppMenu(), "1.1h"), end(home),
        ], prepare: withoutSensor)

    private static let getAppInformation = Journey(
        "UC9.2", way: toMenu,
        [
            see(AppMenu(), "1.1g"), see(AboutApp(), "1.1b"), see(PrivacyStatement(design: "UC9.2"), "2.1a"), see(AboutApp(), "1.1c"),
            end(AppMenu()),
        ], prepare: registered)

    private static let getHelp = Journey(
        "UC9.6", way: toMenu,
        [
            see(AppMenu(), "1.1b"), see(NeedHelp(), "1.1a"), see(help("cards"), "1a"), see(NeedHelp(), "1.1h"),
            end(AppMenu()),
        ], prepare: registered)

    private static let changeLanguage = Journey(
        "UC9.3", way: toSettings,
        [
            see(SettingsMenu(), "2.1d"), see(ChangeLanguage(current: .english, offered: Brand.nlWallet.languages), "1.1a"),
            see(ChangeLanguage(current: .dutch, offered: Brand.nlWallet.languages), "1.1b"),
            end(SettingsMenu().inLanguage(.dutch)),
        ], prepare: withoutSensor)

    private static let chooseIdleTime = Journey(
        "idle", way: toSettings,
        [
            see(SettingsMenu(), "extra/4a"), see(IdleTime(longest: 300, current: 300), "1b"),
            see(IdleTime(longest: 300, current: 120), "1f"), end(SettingsMenu().lockingAfter(120)),
        ], prepare: withoutSensor)

    private static func changeBiometricUnlock(_ kind: BiometricKind) -> Journey {
        Journey(
            "UC2.2, PF2.4", way: toSettings,
            [
                see(SettingsMenu(sensor: kind), "2.1c"), see(ChangeBiometrics(kind: kind, isEnabled: false, obstacle: nil), "1.1a"),
                see(confirm, "PF2.4/1.1b"), see(ForgotPINWhileConfirming(isIssuingPID: false), "2.3b"), see(confirm, enter: Digits.mine),
                see(BiometricsEnabled(kind: kind), "1.4a"), see(ChangeBiometrics(kind: kind, isEnabled: true, obstacle: nil), "1.1c"),
                end(SettingsMenu(sensor: kind).unlocking(.on)),
            ], prepare: registered)
    }

    private static let changeRemotePIN = Journey(
        "UC2.6", way: toSettings,
        [
            see(SettingsMenu(), "2.1b"), see(confirm, enter: Digits.mine), see(ChoosePIN(use: .change), enter: Digits.other),
            see(RepeatPIN(use: .change), enter: Digits.other), Step(SettingUpPIN(use: .change), .work(.changePIN)),
            see(PINChanged(), "1.3b"), end(SettingsMenu()),
        ], prepare: withoutSensor)

    private static let unsettledPIN = Journey(
        "UC2.6, unsettled", way: toSettings + [see(SettingsMenu(), "2.1b"), see(confirm, enter: Digits.mine)],
        [
            see(ChoosePIN(use: .change), enter: Digits.other), see(RepeatPIN(use: .change), enter: Digits.other),
            see(PINChangeUnsettled(), "Generic.retry"),
            see(lock, enter: Digits.mine), end(home),
        ],
        prepare: { wallet in
            withoutSensor(wallet)
            wallet.script { $0.changes = [.outcomeUnknown] }
        })

    private static let viewRevocationCode = Journey(
        "UC9.12", way: toSettings,
        [
            see(SettingsMenu(), "2.1h"), see(AboutDeletionCode(), "1.1a"), see(confirm, enter: Digits.mine),
            see(ShowDeletionCode(code: FakeWallet.code), "1.3c"), see(help("UC9.12"), "1a"),
            see(ShowDeletionCode(code: FakeWallet.code), "1.3a"), see(AboutDeletionCode(), "1.1b"), end(SettingsMenu()),
        ], prepare: withoutSensor)

    private static let wipeAllAppData = Journey(
        "UC9.4", way: toSettings,
        [
            see(SettingsMenu(), "2.1e"), see(WipeAppData(), "1.1b"), see(SettingsMenu(), "2.1e"), see(WipeAppData(), "1.1a"),
            Step(WipingAppData(), .work(.wipe)).on(.flow, afterLock: .never), end(firstScreen),
        ],
        prepare: withoutSensor)
}
