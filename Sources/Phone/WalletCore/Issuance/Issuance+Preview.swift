// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VCI
import OpenID4VCIWallet
import SDJWT
import WalletInterface

extension Issuance {
    /// Fetches the preview of a PID, and refuses another person's PID.
    ///
    /// - Throws: as `Core.resumeIssuance`.
    func previewPID(_ session: inout StoredIssuance) async throws(WalletCoreError) -> IssuedCard {
        let preview = try await preview(&session)
        // Another person's PID is refused as long as the present PID's recovery code can be read.
        if let present = try presentPID()?.recoveryCode, present != preview.card.recoveryCode {
            await giveUp(session, telling: .deleted)
            throw WalletCoreError(.issuance(.wrongPerson), "the PID is another person's")
        }
        return preview
    }

    /// The preview in the form that the user sees.
    func shown(_ preview: IssuedCard) throws(WalletCoreError) -> IssuancePreview {
        IssuancePreview(card: try preview.details(at: context.trueNow, maximumAge: context.maximumStatusAge, in: context.issuerZone))
    }

    /// The PID in the wallet.
    struct PresentPID {
        let entry: CardEntry
        /// True if the card's claims can be read.
        let isReadable: Bool
        /// The code by which the issuer recognises the person; nil if the card has none or it cannot be read.
        let recoveryCode: String?
    }

    /// The PID in the wallet, or nil. A damaged PID counts as present, so that it can be replaced; its recovery code is then read from its copies.
    ///
    /// - Throws: `storeDamaged` if the card has no entry; any other store error.
    func presentPID() throws(WalletCoreError) -> PresentPID? {
        guard let pid = try context.store.value(.pid) else { return nil }
        guard let entry = try cards.entry(pid.card) else {
            throw WalletCoreError(.storeDamaged, "the PID is not where it is said to be")
        }
        if try context.store.opens(.card(pid.card)), let card = try context.store.value(.card(pid.card)) {
            return PresentPID(entry: entry, isReadable: true, recoveryCode: card.recoveryCode)
        }
        for name in entry.sdJWTs {
            guard try context.store.opens(.copy(name)), let copy = try context.store.value(.copy(name)) else { continue }
            return PresentPID(entry: entry, isReadable: true, recoveryCode: copy.recoveryCode)
        }
        return PresentPID(entry: entry, isReadable: false, recoveryCode: nil)
    }
}

extension StoredCopy {
    /// The code by which the issuer recognises the person; nil for an mdoc and for an SD-JWT without the code.
    fileprivate var recoveryCode: String? {
        guard let claims = try? CompactSDJWT(parsing: credential).disclosedClaims(),
            let claim = claims.first(where: { $0.path.steps == [.name("recovery_code")] }), case .string(let code) = claim.disclosure.value
        else { return nil }
        return code
    }
}
