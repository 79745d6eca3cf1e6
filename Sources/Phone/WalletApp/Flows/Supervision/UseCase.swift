// SPDX-License-Identifier: EUPL-1.2

/// A use case of the functional design and where in it to begin. "Go to UC…" is returned to the supervisor, never called.
enum UseCase: Sendable, Equatable {
    /// UC1.2, launched.
    case openTheApp
    /// The first screen of UC1.2 until the app is on the glass again: another user interface has taken the core.
    case standBy(resumes: Int)
    /// UC1.2 from 2.3: whether this version and this wallet may be used. What a block or a revocation leads to.
    case checkStanding
    /// UC1.1, from the first picture or from the privacy screen.
    case introduceTheApp(IntroduceTheApp.Step)
    /// UC2.1, from one of its parts.
    case setUpRemotePIN(SetUpRemotePIN.Start)
    /// UC2.3.
    case unlockTheApp
    /// UC3.1, from where its session stands.
    case obtainPID
    /// UC2.3.2, from where its session stands.
    case recoverPIN
    /// UC7.1, where an open wallet rests.
    case showAllCards
    /// UC4.1, not built yet: what a link to an issuer leads to.
    case obtainCards
    /// UC5.1 or UC5.2, not built yet: what a link to somebody who asks for data leads to.
    case shareData
    /// UC9.1, the menu or the settings.
    case showAppMenu(ShowAppMenu.Start)
    /// UC9.2, from the menu.
    case getAppInformation
    /// UC9.6, from the menu.
    case getHelp
    /// UC9.7/2.1.
    case logOut
    /// UC2.2, from the settings.
    case changeBiometricUnlock
    /// UC2.6, from the settings.
    case changeRemotePIN
    /// UC9.3, from the settings.
    case changeLanguage
    /// After how long without use the wallet locks, from the settings.
    case chooseIdleTime
    /// UC9.4, from the settings.
    case wipeAllData
    /// UC9.12, from the settings.
    case viewRevocationCode
}

extension UseCase {
    /// Whether a link leads there, in an open wallet.
    var needsOpenWallet: Bool {
        switch self {
        case .obtainCards, .shareData: true
        default: false
        }
    }

    /// Whether nothing waits for the person there: an open wallet rests, or something is looked at.
    var isAtRest: Bool {
        switch self {
        case .showAllCards, .showAppMenu, .getAppInformation, .getHelp: true
        default: false
        }
    }
}
