// SPDX-License-Identifier: EUPL-1.2

/// A use case of the functional design with its starting point. "Go to UC…" is returned to the supervisor, never called.
enum UseCase: Sendable, Equatable {
    /// UC1.2, at launch.
    case openTheApp
    /// The first screen of UC1.2 until the app returns to the foreground, after another user interface has taken the core.
    case standBy(resumes: Int)
    /// UC1.2 from 2.3: checks this version and this wallet, after a block or a revocation.
    case checkStanding
    /// UC1.1, from the first picture or from the privacy screen.
    case introduceTheApp(IntroduceTheApp.Step)
    /// UC2.1, from one of its parts.
    case setUpRemotePIN(SetUpRemotePIN.Start)
    /// UC2.3.
    case unlockTheApp
    /// UC3.1, from the state of its session.
    case obtainPID
    /// UC2.3.2, from the state of its session.
    case recoverPIN
    /// UC6.1, from the screen to which Back returns.
    case showActivities(from: ShowActivities.Origin)
    /// UC7.1, the home of an unlocked wallet.
    case showAllCards
    /// UC4.1, not built yet: the target of a link to an issuer.
    case obtainCards
    /// UC5.1, from a link or a QR code that requests data, or from the state of its session.
    case shareData(ShareData.Start)
    /// UC5.2, from the state of its session.
    case logIn
    /// UC9.9, from the screen to which Back returns.
    case scanCode(from: ScanCode.Origin)
    /// UC9.1, the menu or the settings.
    case showAppMenu(ShowAppMenu.Start)
    /// UC9.2, from the menu.
    case getAppInformation
    /// UC9.6, from the menu.
    case getHelp
    /// UC9.7/2.1.
    case logOut
    /// UC2.2, from the settings or the dashboard.
    case changeBiometricUnlock(ChangeBiometricUnlock.Start)
    /// UC2.6, from the settings.
    case changeRemotePIN
    /// UC9.3, from the settings.
    case changeLanguage
    /// The choice of the idle time, from the settings.
    case chooseIdleTime
    /// UC9.4, from the settings.
    case wipeAllData
    /// UC9.12, from the settings.
    case viewRevocationCode
}

extension UseCase {
    /// True if a link leads here, in an unlocked wallet.
    var needsOpenWallet: Bool {
        switch self {
        case .obtainCards, .shareData, .logIn, .scanCode: true
        default: false
        }
    }

    /// True if no task waits for the user: the home of an unlocked wallet, or a page to read.
    var isAtRest: Bool {
        switch self {
        case .showAllCards, .showActivities, .showAppMenu, .getAppInformation, .getHelp: true
        default: false
        }
    }
}
