// SPDX-License-Identifier: EUPL-1.2

/// A web site of the demo that asks wallets for data. Each is another organisation's, and looks it. The cases are complete.
package enum DemoSite: String, Sendable, Hashable, CaseIterable {
    /// Sells wine, and checks that the buyer is 18 or older.
    case shop
    /// A town hall's form for a move, which takes the present address.
    case town
    /// A pension fund's portal, to which people log in.
    case portal
    /// A raffle that asks for far more than it has registered.
    case raffle

    /// The name of the organisation.
    package var name: String {
        switch self {
        case .shop: "Wijnkoperij De Kurk"
        case .town: "Gemeente Waterbeek"
        case .portal: "Pensioenfonds Horizon"
        case .raffle: "Gouden Ticket"
        }
    }

    /// The host of the site. Only the demo's browsers know it.
    package var host: String {
        switch self {
        case .shop: "dekurk.example"
        case .town: "waterbeek.example"
        case .portal: "mijnhorizon.example"
        case .raffle: "goudenticket.example"
        }
    }

    /// The address of the site, without a slash at its end.
    package var address: String { "https://\(host)" }

    /// Where a browser comes back from wallet or verifier.
    package var returnAddress: String { address + "/return" }

    /// The use of the site for a visitor, in one line.
    ///
    /// - Parameter language: `nl`; every other language is English.
    package func subtitle(in language: String) -> String { Front(self).subtitle(SiteLanguage(rawValue: language) ?? .english) }

    /// The name of the cookie that says which browser began. The prefix makes browsers refuse it from a neighbouring host, or without TLS.
    var cookie: String { "__Host-\(rawValue)" }
}
