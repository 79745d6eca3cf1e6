// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// The person a card belongs to, as the credential names and shows them (OpenID Connect Core 5.1, PID Rulebook 3 and 4).
package struct CardHolder: Sendable, Hashable {
    /// Given and family name.
    package let name: String
    /// The photo; nil without one that is shown.
    package let photo: EmbeddedPicture?
    /// The photo's accessible name.
    package static let photoLabel: Text = "cardHolder.photo"

    /// What passports have in place of a given name that does not exist.
    private static let noName = "-"

    /// The holder that these claims name.
    ///
    /// - Returns: nil when they name nobody.
    package init?(_ claims: [CardClaim]) {
        func text(_ name: String) -> String? {
            guard case .text(let text)? = claims.first(where: { $0.path == [name] })?.value, text != Self.noName else { return nil }
            return text
        }
        let name = [text("given_name"), text("family_name")].compactMap(\.self).joined(separator: " ")
        guard !name.isEmpty else { return nil }
        self.name = name
        photo =
            claims.lazy.compactMap { claim in
                guard case .picture(let address) = claim.value, ["picture", "portrait"].contains(claim.path.last) else { return nil }
                return EmbeddedPicture(address)
            }.first
    }
}
