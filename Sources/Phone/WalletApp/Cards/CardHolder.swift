// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// The holder of a card, as the credential names them and shows them (OpenID Connect Core 5.1, PID Rulebook 3 and 4).
package struct CardHolder: Sendable, Hashable {
    /// The full name: the given names and the surname.
    package let name: String
    /// All given names; nil if the credential has none.
    package let givenName: String?
    /// The surname with its prefixes; nil if the credential has none.
    package let familyName: String?
    /// The photo; nil if absent or not supported.
    package let photo: EmbeddedPicture?
    package static let photoLabel: Text = "cardHolder.photo"

    /// The placeholder for a missing given name, as in passports.
    private static let noName = "-"

    /// Reads the holder from the claims.
    ///
    /// - Returns: nil when the claims contain no name.
    package init?(_ claims: [CardClaim]) {
        func text(_ name: String) -> String? {
            guard case .text(let text)? = claims.first(where: { $0.path == [name] })?.value, !text.isEmpty, text != Self.noName else {
                return nil
            }
            return text
        }
        (givenName, familyName) = (text("given_name"), text("family_name"))
        name = [givenName, familyName].compactMap(\.self).joined(separator: " ")
        guard !name.isEmpty else { return nil }
        photo =
            claims.lazy.compactMap { claim in
                guard case .picture(let address) = claim.value, ["picture", "portrait"].contains(claim.path.last) else { return nil }
                return EmbeddedPicture(address)
            }.first
    }
}
