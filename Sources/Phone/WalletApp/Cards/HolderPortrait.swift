// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The holder's photo beside the holder's name, above the data of a card.
package struct HolderPortrait: Sendable, Hashable {
    /// The holder, as on the card.
    package let holder: CardHolder
    package let photo: EmbeddedPicture
    /// The label of the photo in the credential: its description.
    package let label: Text
    /// The position of the photo among the claims.
    let index: Int

    /// Reads name and photo from the claims.
    ///
    /// - Returns: nil for claims without a name or without a photo that can be shown.
    init?(_ claims: [CardClaim]) {
        guard let holder = CardHolder(claims), let photo = holder.photo,
            let index = claims.firstIndex(where: { claim in
                guard case .picture(let address) = claim.value else { return false }
                return EmbeddedPicture(address) == photo
            })
        else { return nil }
        self.holder = holder
        self.photo = photo
        label = ClaimText.name(of: claims[index])
        self.index = index
    }
}
