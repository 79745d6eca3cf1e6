// SPDX-License-Identifier: EUPL-1.2

/// The texts of a site's start page.
struct Front: Sendable {
    /// The use for a visitor, for a list of sites.
    let subtitle: SiteText
    /// The entries of the bar, which lead nowhere.
    let menu: [SiteText]
    let title: SiteText
    let lead: SiteText
    /// The list beside the button: features, steps or prizes.
    let points: [SiteText]
    let button: SiteText
    /// The small text below the button.
    let note: SiteText

    init(_ site: DemoSite) {
        switch site {
        case .shop: self = .shop
        case .town: self = .town
        case .portal: self = .portal
        case .raffle: self = .raffle
        }
    }

    private init(
        _ subtitle: SiteText, menu: [SiteText], title: SiteText, lead: SiteText, points: [SiteText], button: SiteText, note: SiteText
    ) {
        self.subtitle = subtitle
        self.menu = menu
        self.title = title
        self.lead = lead
        self.points = points
        self.button = button
        self.note = note
    }

    private static let shop = Front(
        SiteText("Wijn kopen: controle op 18 jaar", "Buy wine: an age check"),
        menu: [SiteText("Wijnen", "Wines"), SiteText("Proeverijen", "Tastings"), SiteText("Winkelmand (1)", "Basket (1)")],
        title: SiteText("Rode Molen, 2022", "Rode Molen, 2022"),
        lead: SiteText(
            "Een soepele rode wijn van eigen bodem, met donker fruit en een zachte afdronk.",
            "A supple red wine from our own soil, with dark fruit and a soft finish."),
        points: [
            SiteText("Fles van 75 cl – € 11,95", "Bottle of 75 cl – € 11.95"),
            SiteText("Voor 22.00 uur besteld, morgen in huis", "Ordered before 22:00, delivered tomorrow"),
            SiteText("Alleen voor wie 18 jaar of ouder is", "Only for those who are 18 or older"),
        ],
        button: SiteText("Toon uw leeftijd met uw wallet", "Show your age with your wallet"),
        note: SiteText(
            "Wij vragen alleen of u 18 jaar of ouder bent, niet uw geboortedatum.",
            "We only ask whether you are 18 or older, not your date of birth."))

    private static let town = Front(
        SiteText("Verhuizing doorgeven: uw adres", "Report a move: your address"),
        menu: [SiteText("Paspoort", "Passport"), SiteText("Verhuizen", "Moving"), SiteText("Afval", "Waste")],
        title: SiteText("Verhuizing doorgeven", "Report a move"),
        lead: SiteText(
            "Geef uw verhuizing door van vier weken voor tot vijf dagen na de dag waarop u verhuist.",
            "Report your move from four weeks before until five days after the day on which you move."),
        points: [
            SiteText("Wie verhuist er?", "Who is moving?"), SiteText("Wat is het nieuwe adres?", "What is the new address?"),
            SiteText("Controleren en versturen", "Check and send"),
        ],
        button: SiteText("Vul in met uw wallet", "Fill in with your wallet"),
        note: SiteText(
            "Uw naam en huidige adres komen dan vanzelf in het formulier.", "Your name and present address are then filled in for you."))

    private static let portal = Front(
        SiteText("Inloggen bij uw pensioen", "Log in to your pension"),
        menu: [SiteText("Over ons", "About us"), SiteText("Hulp", "Help")],
        title: SiteText("Uw pensioen, helder in beeld", "Your pension, clearly in view"),
        lead: SiteText(
            "Zie wat u hebt opgebouwd, plan vooruit en regel het zelf.", "See what you have built up, plan ahead, and arrange it yourself."),
        points: [
            SiteText("Uw pensioen nu en later", "Your pension now and later"), SiteText("Uw post op één plek", "Your letters in one place"),
        ],
        button: SiteText("Inloggen met uw wallet", "Log in with your wallet"),
        note: SiteText("Wij vragen alleen uw persoonsnummer.", "We ask for your personal number only."))

    private static let raffle = Front(
        SiteText("Win een reis – en geef alles weg", "Win a trip – and give everything away"),
        menu: [SiteText("Winnaars", "Winners"), SiteText("Spelregels", "Rules")],
        title: SiteText("Win een wereldreis!", "Win a trip around the world!"),
        lead: SiteText("Nog maar 48 uur. Uw gratis lot ligt klaar.", "Only 48 hours left. Your free ticket is ready."),
        points: [
            SiteText("1e prijs: wereldreis voor twee", "1st prize: a trip around the world for two"),
            SiteText("2e prijs: elektrische fiets", "2nd prize: an electric bicycle"),
            SiteText("500 troostprijzen", "500 consolation prizes"),
        ],
        button: SiteText("Claim uw gratis lot met uw wallet", "Claim your free ticket with your wallet"),
        note: SiteText("Meedoen is gratis*. *In ruil voor uw gegevens.", "Taking part is free*. *In exchange for your data."))
}
