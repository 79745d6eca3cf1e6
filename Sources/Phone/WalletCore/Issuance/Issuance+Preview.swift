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
        if let pid = try presentPID(), let present = try holder(of: pid)?.recoveryCode, present != preview.card.recoveryCode {
            await giveUp(session, notifying: .deleted)
            throw WalletCoreError(.issuance(.wrongPerson), "the PID is another person's")
        }
        return preview
    }

    /// The preview in the form that the user sees.
    func shown(_ preview: IssuedCard) throws(WalletCoreError) -> IssuancePreview {
        IssuancePreview(card: try preview.details(at: context.trueNow, maximumAge: context.maximumStatusAge, in: context.issuerZone))
    }

    /// The PID in the wallet, or nil. A damaged PID counts as present, so that it can be replaced.
    ///
    /// - Throws: `storeDamaged` if the card has no entry; any other store error.
    func presentPID() throws(WalletCoreError) -> CardEntry? {
        guard let pid = try context.store.value(.pid) else { return nil }
        guard let entry = try cards.entry(pid.card) else {
            throw WalletCoreError(.storeDamaged, "the PID is not where it is said to be")
        }
        return entry
    }

    /// The claims that say whose a PID is: those of the card, or of a copy if the card is damaged. Nil if none of them can be read any
    /// more.
    ///
    /// - Throws: a store error other than damage of these rows.
    func holder(of pid: CardEntry) throws(WalletCoreError) -> JSONObject? {
        if try context.store.opens(.card(pid.id)), let card = try context.store.value(.card(pid.id)), let claims = try? card.claimsObject {
            return claims
        }
        for name in pid.readableSDJWTs {
            guard try context.store.opens(.copy(name)), let copy = try context.store.value(.copy(name)) else { continue }
            return copy.holder
        }
        return nil
    }
}

extension StoredCopy {
    /// The code by which the issuer recognises the person; empty for an mdoc and for an SD-JWT without the code.
    fileprivate var holder: JSONObject {
        guard let claims = try? CompactSDJWT(parsing: credential).disclosedClaims(),
            let claim = claims.first(where: { $0.path.steps == [.name("recovery_code")] })
        else { return [:] }
        return ["recovery_code": claim.disclosure.value]
    }
}
