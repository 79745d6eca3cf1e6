// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp

/// The texts of the phone's browser, in the phone's language.
struct BrowserWords: Sendable {
    private let isDutch: Bool

    init(_ language: Language) {
        isDutch = language == .dutch
    }

    var browser: String { "Browser" }
    var backToApp: String { isDutch ? "Terug naar NL Wallet" : "Back to NL Wallet" }
    var close: String { isDutch ? "Browser sluiten" : "Close the browser" }
    /// The label of the lock icon.
    var secure: String { isDutch ? "Beveiligde verbinding:" : "Secure connection:" }
    var loading: String { isDutch ? "Pagina laden…" : "Loading the page…" }
    var retry: String { isDutch ? "Opnieuw proberen" : "Try again" }

    /// Returns a short title for a fault.
    func title(_ fault: BrowserFault) -> String {
        switch fault {
        case .offline: isDutch ? "Geen internetverbinding" : "No internet connection"
        case .notTrusted: isDutch ? "Deze verbinding is niet veilig" : "This connection is not secure"
        case .refusedAddress: isDutch ? "Dit adres wordt niet geopend" : "This address is not opened"
        default: isDutch ? "Deze pagina kan niet worden getoond" : "This page cannot be shown"
        }
    }

    /// Returns a fault's explanation, in one sentence.
    func text(_ fault: BrowserFault) -> String {
        switch fault {
        case .offline: isDutch ? "De telefoon is niet verbonden." : "The phone is not connected."
        case .unreachable: isDutch ? "De server is niet te bereiken." : "The server cannot be reached."
        case .notTrusted:
            isDutch
                ? "De server kon niet bewijzen dat hij de juiste is. Er is niets verstuurd."
                : "The server could not prove to be the right one. Nothing was sent."
        case .serverFailed: isDutch ? "De server heeft een storing." : "The server has a failure."
        case .notAPage: isDutch ? "Op dit adres staat geen pagina." : "There is no page at this address."
        case .tooLarge: isDutch ? "De pagina is te groot." : "The page is too large."
        case .tookTooLong: isDutch ? "De server antwoordt niet op tijd." : "The server takes too long to answer."
        case .tooManyRedirects: isDutch ? "De pagina stuurt steeds weer door." : "The page leads on again and again."
        case .refusedAddress:
            isDutch
                ? "De browser opent alleen beveiligde webadressen."
                : "The browser opens secure web addresses only."
        }
    }
}
