// SPDX-License-Identifier: EUPL-1.2

/// A message of a site: its page's name for tests, title and text.
struct SiteMessage: Sendable {
    let screen: StaticString
    let title: SiteText
    let text: SiteText

    /// The browser has no session here: it did not begin one, or another did. Nothing of a session is shown.
    static let otherBrowser = SiteMessage(
        screen: "OtherBrowser", title: SiteText("Hier is niets begonnen", "Nothing was begun here"),
        text: SiteText(
            "Deze pagina hoort bij een andere browser, of de tijd is om. Begin opnieuw op de startpagina.",
            "This page belongs to another browser, or the time is up. Begin again at the start page."))
    /// The answer is not confirmed for this browser.
    static let notConfirmed = SiteMessage(
        screen: "NotConfirmed", title: SiteText("Niet bevestigd", "Not confirmed"),
        text: SiteText(
            "Wij kunnen niet vaststellen dat het antwoord van u komt. Begin opnieuw.",
            "We cannot make sure that the answer is yours. Begin again."))
    /// The wallet has not answered yet.
    static let waiting = SiteMessage(
        screen: "Waiting", title: SiteText("Nog geen antwoord", "No answer yet"),
        text: SiteText("Uw wallet heeft nog niet geantwoord.", "Your wallet has not answered yet."))
    /// The verifier does not answer.
    static let unavailable = SiteMessage(
        screen: "Unavailable", title: SiteText("Even niet mogelijk", "Not possible right now"),
        text: SiteText(
            "De dienst voor wallets antwoordt niet. Probeer het later nog eens.",
            "The service for wallets does not answer. Try again later."))

    /// The privacy statement.
    static func privacy(_ site: DemoSite) -> SiteMessage {
        SiteMessage(
            screen: "Privacy", title: SiteText("Privacyverklaring", "Privacy statement"),
            text: site == .raffle
                ? SiteText("Uw gegevens zijn bij ons in goede handen.", "Your data are in good hands with us.")
                : SiteText("Wij gebruiken uw gegevens alleen voor dit doel.", "We use your data for this purpose only."))
    }

    static let back = SiteText("Terug naar de startpagina", "Back to the start page")
    static let goOn = SiteText("Ga verder", "Go on")
    static let demo = SiteText(
        "Deze organisatie bestaat niet. De site is een deel van een demonstratie.",
        "This organisation does not exist. The site is part of a demonstration.")
    /// In place of a picture.
    static let received = SiteText("ontvangen", "received")

    /// The label of a claim, by the last name of its path.
    static func label(of claim: String) -> SiteText {
        switch claim {
        case "given_name": SiteText("Voornamen", "First names")
        case "family_name": SiteText("Achternaam", "Surname")
        case "street_address": SiteText("Straat", "Street")
        case "house_number": SiteText("Huisnummer", "House number")
        case "postal_code": SiteText("Postcode", "Postal code")
        case "locality": SiteText("Woonplaats", "Town")
        case "birthdate": SiteText("Geboortedatum", "Date of birth")
        case "place_of_birth": SiteText("Geboorteplaats", "Place of birth")
        case "sex": SiteText("Geslacht", "Sex")
        case "picture": SiteText("Pasfoto", "Photo")
        case "personal_administrative_number": SiteText("Persoonsnummer", "Personal number")
        default: SiteText(claim, claim)
        }
    }
}

extension SiteMessage {
    /// The message of an outcome.
    init(_ outcome: SiteOutcome, at site: DemoSite) {
        self =
            switch outcome {
            case .age(isAdult: true):
                SiteMessage(
                    screen: "Adult", title: SiteText("U bent 18 of ouder", "You are over 18"),
                    text: SiteText("Uw bestelling is geplaatst. Proost!", "Your order is placed. Cheers!"))
            case .age(isAdult: false):
                SiteMessage(
                    screen: "Minor", title: SiteText("U bent nog geen 18", "You are not 18 yet"),
                    text: SiteText("Wij mogen u deze fles niet verkopen.", "We may not sell you this bottle."))
            case .facts where site == .town:
                SiteMessage(
                    screen: "Form", title: SiteText("Uw gegevens zijn ingevuld", "Your data are filled in"),
                    text: SiteText(
                        "Stap 1 van 3. Controleer uw naam en huidige adres.", "Step 1 of 3. Check your name and present address."))
            case .facts:
                SiteMessage(
                    screen: "Ticket", title: SiteText("Uw lot is binnen!", "You have your ticket!"),
                    text: SiteText("Dit hebben wij nu van u:", "This is what we now have of you:"))
            case .login:
                SiteMessage(
                    screen: "LoggedIn", title: SiteText("U bent ingelogd", "You are logged in"),
                    text: SiteText("Welkom terug.", "Welcome back."))
            case .declined:
                SiteMessage(
                    screen: "Declined", title: SiteText("U hebt niets gedeeld", "You have shared nothing"),
                    text: SiteText("U bent gestopt in uw wallet. Dat mag.", "You stopped in your wallet. That is fine."))
            case .failed:
                SiteMessage(
                    screen: "Failed", title: SiteText("Het is niet gelukt", "It did not work"),
                    text: SiteText("Het antwoord van uw wallet klopte niet.", "The answer of your wallet was not right."))
            case .expired:
                SiteMessage(
                    screen: "Expired", title: SiteText("De tijd is om", "The time is up"),
                    text: SiteText("Het duurde te lang. Begin opnieuw.", "It took too long. Begin again."))
            case .cancelled:
                SiteMessage(
                    screen: "Cancelled", title: SiteText("Het verzoek is gestopt", "The request was stopped"),
                    text: SiteText("Begin opnieuw.", "Begin again."))
            }
    }
}
