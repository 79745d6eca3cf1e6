// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension AskedClaim {
    /// The name of the data in the user's language: the card's own label, else its name in the credential, else the card itself.
    var words: Text {
        guard !path.isEmpty || !name.entries.isEmpty else { return "sharing.wholeCard" }
        return ClaimText.name(of: CardClaim(path: path, name: name, value: .truth(true)))
    }

    /// True if it stands for names that were left out of a large event.
    var standsForOthers: Bool { path == ["…"] }
}

extension [AskedClaim] {
    /// All names, as one text.
    var words: Text { isEmpty ? "sharing.wholeCard" : Text("value.text", .texts(map(\.words), separator: ", ")) }
}

extension SharedCard {
    /// The names of what would be shared, without any value.
    var names: Text {
        guard !claims.isEmpty else { return "sharing.possession" }
        return Text("value.text", .texts(claims.map { ClaimText.name(of: $0.claim) }, separator: ", "))
    }
}

extension SharingWarning {
    /// The warning in a sentence.
    ///
    /// - Parameter organization: the name of the organization that asks.
    func words(about organization: String) -> Text {
        switch self {
        case .overAsking(let claims): Text("sharing.warning.overAsking", .verbatim(organization), .texts([claims.words], separator: ""))
        case .unverifiedRegistration(let problem): problem.words
        case .noWebsiteHost: "sharing.warning.noWebsiteHost"
        case .statusUnknown: "sharing.warning.statusUnknown"
        case .portrait: "sharing.warning.portrait"
        }
    }
}

extension RegistrationProblem {
    /// Why the registration does not count.
    var words: Text { Text("registrationUnverified.\(rawValue)") }
}

extension SharingOrganization {
    /// The name, as an argument of a text.
    var argument: Text.Argument { .verbatim(name) }

    /// The registration, if it counts.
    var verified: SharingRegistration? { registration.flatMap { $0.isVerified ? $0 : nil } }
}

extension LocalizedText {
    /// The text for the user's language; nil if there is none.
    var words: Text? {
        entries.contains { !$0.text.isEmpty } ? Text("value.text", .localized(self)) : nil
    }
}
