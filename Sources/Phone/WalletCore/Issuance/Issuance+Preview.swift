// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import OpenID4VCI
import OpenID4VCIWallet
import SDJWT
import WalletInterface

extension Issuance {
    /// Fetches the preview of a PID, and refuses the PID of another person.
    ///
    /// - Throws: as `WalletCore.resumeIssuance`.
    func previewPID(_ session: inout StoredIssuance) async throws(WalletCoreError) -> IssuedCard {
        let preview = try await preview(&session)
        // Another person's PID does not come into this wallet, as long as anything of the present PID can be read.
        if let present = try presentPID()?.recoveryCode, present != preview.card.recoveryCode {
            await giveUp(session, telling: .deleted)
            throw WalletCoreError(.issuance(.wrongPerson), "the PID is another person's")
        }
        return preview
    }

    /// The preview as the user sees it.
    func shown(_ preview: IssuedCard) throws(WalletCoreError) -> IssuancePreview {
        IssuancePreview(
            card: try preview.details(at: context.now, maximumAge: context.maximumStatusAge),
            replacesCard: try context.store.value(.pid) != nil)
    }

    /// The PID that the wallet holds.
    struct PresentPID {
        let entry: CardEntry
        /// Whether the card's claims can be read.
        let isReadable: Bool
        /// The code by which the issuer knows the person again; nil when the card has none, or nothing of it can be read.
        let recoveryCode: String?
    }

    /// The PID that the wallet holds; nil without one. A damaged PID counts as present: it can be replaced. Its copies then say whose it is.
    ///
    /// - Throws: `storeDamaged` when the list does not name it, or another store error.
    func presentPID() throws(WalletCoreError) -> PresentPID? {
        guard let pid = try context.store.value(.pid) else { return nil }
        guard let entry = try cards.entries().first(where: { $0.id == pid.card }) else {
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
    /// The code by which the issuer knows the person again; nil when an SD-JWT gives none, and for an mdoc.
    fileprivate var recoveryCode: String? {
        guard let claims = try? SDJWT(parsing: credential).disclosedClaims(),
            let claim = claims.first(where: { $0.path.steps == [.name("recovery_code")] }), case .string(let code) = claim.disclosure.value
        else { return nil }
        return code
    }
}
