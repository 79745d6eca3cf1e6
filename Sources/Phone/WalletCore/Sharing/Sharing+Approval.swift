// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import OpenID4VP
import OpenID4VPWallet
import ProviderProtocol
import WalletInterface

/// The approval: the PIN's check and all signatures are one instruction to the provider, which learns hashes only.
extension Sharing {
    /// The result of signing.
    enum Signing {
        case signed(SignedAnswer)
        /// The PIN was not accepted; never `valid`.
        case refused(PINCheck)
    }

    /// Has exactly that signed which was approved, in the mutex of sharing. Nothing is stored or sent. An earlier signed answer is dropped.
    ///
    /// - Throws: as `Core.approveSharing`.
    func sign(_ approval: SharingApproval, _ pin: PIN) async throws(WalletCoreError) -> Signing {
        unsent = nil
        let (live, draft, offer) = try await approved(approval)
        guard case .request(var client, _) = live.judged else { throw Self.noSession }
        let chosen = try chosen(approval.choice, of: offer, in: draft)
        do throws(PresentationFailure) {
            try client.approve(chosen.map(\.presentation), at: context.trueNow)
        } catch {
            throw WalletCoreError(error)
        }
        guard case .sign(let inputs) = client.step, inputs.count == chosen.count else {
            throw WalletCoreError(.unexpected, "a presentation has nothing to sign")
        }
        let request = SigningRequest(
            items: zip(chosen, inputs).map { SigningRequest.Item(key: $0.copy.key, hash: Array(SHA256.hash(data: $1))) })
        let holders = chosen.compactMap { $0.copy.contents.holder }
        switch try await verifier.carryOut(.sign, data: request.json, provenBy: pin) {
        case .refused(let check): return .refused(check)
        case .rejected: return .refused(.outcomeUnknown)
        case .done(let result):
            guard let result, let signatures = try? Signatures(result).signatures else {
                throw WalletCoreError(.serverUnreachable, "the provider's answer has no signatures")
            }
            do throws(PresentationFailure) {
                try client.signed(signatures, holders: holders)
            } catch {
                throw WalletCoreError(error)
            }
        }
        guard case .send(let message) = client.step else { throw WalletCoreError(.unexpected, "there is no answer to send") }
        return .signed(
            SignedAnswer(
                message: message, copies: chosen.map(\.copy), basis: draft.basis, approval: approval, offer: offer, deadline: live.deadline)
        )
    }

    // MARK: What was approved

    /// The session and its offer, which must be the one that was approved.
    private func approved(
        _ approval: SharingApproval
    ) async throws(WalletCoreError) -> (live: LiveSharing, draft: SharingDraft, offer: SharingOffer) {
        guard try context.store.value(.sharing) == nil, let known = live else { throw Self.noSession }
        guard known.isAlive(at: context.trueNow) else {
            expire(known)
            throw WalletCoreError(.sharing(.sessionOver), "the time for an approval is over")
        }
        guard let live = await current(), case .request(_, let received) = live.judged else { throw Self.void(.configuration) }
        guard let shown = live.shown, shown.id == approval.offer else { throw Self.void(.request) }
        let draft = try await draft(live, received)
        if let change = draft.basis.change(from: shown.basis) { throw Self.void(change) }
        guard draft.refusal == nil, let offer = draft.offer(expiresAt: context.phoneTime(at: live.deadline)) else {
            throw Self.void(.cards)
        }
        guard approval.acceptedWarnings == Set(offer.warnings(of: approval.choice)) else { throw Self.void(.warnings) }
        return (live, draft, offer)
    }

    /// A copy with the part of it to disclose.
    private struct Chosen {
        let presentation: ChosenPresentation
        let copy: UnusedCopy
    }

    /// The copies of a choice. Only cards that the offer shows at that part can be chosen, so that nothing unseen leaves.
    ///
    /// - Throws: `sharing(.unfitChoice)`; `sharing(.approvalVoid)` if a copy is gone; a store error.
    private func chosen(
        _ choice: SharingChoice, of offer: SharingOffer, in draft: SharingDraft
    ) throws(WalletCoreError) -> [Chosen] {
        var references: [String: [String]] = [:]
        var chosen: [Chosen] = []
        for (part, ids) in choice.cards.sorted(by: { $0.key < $1.key }) {
            guard draft.query.credentials.indices.contains(part), let format = draft.query.credentials[part].format.queried else {
                throw WalletCoreError(.sharing(.unfitChoice), "there is no such part")
            }
            let shown = Set(offer.parts.filter { $0.id == part }.flatMap { $0.cards.map(\.summary.id) })
            guard shown.isSuperset(of: ids) else { throw WalletCoreError(.sharing(.unfitChoice), "the offer does not have this card") }
            let query = draft.match.queries[part]
            references[query.id] = ids.map { QueriedCards.reference($0, as: format) }
            for id in ids {
                let reference = QueriedCards.reference(id, as: format)
                guard draft.isUsable(reference), let candidate = query.candidates.first(where: { $0.reference == reference }) else {
                    throw WalletCoreError(.sharing(.unfitChoice), "a card does not answer the part")
                }
                guard let copy = try cards.unusedCopy(of: id, as: format), copy.name == draft.cards.cards[reference]?.copy,
                    copy.contents.holder != nil
                else { throw Self.void(.cards) }
                chosen.append(
                    Chosen(
                        presentation: ChosenPresentation(queryID: query.id, copy: copy.contents.disclosing(candidate.paths)), copy: copy))
            }
        }
        guard draft.match.accepts(DCQLChoice(references)) else {
            throw WalletCoreError(.sharing(.unfitChoice), "the choice is no answer to the request")
        }
        return chosen
    }

    static var noSession: WalletCoreError { WalletCoreError(.sharing(.noSession), "no session awaits this") }

    static func void(_ change: ApprovalChange) -> WalletCoreError {
        WalletCoreError(.sharing(.approvalVoid(change)), "the approval no longer holds: \(change.rawValue)")
    }
}
