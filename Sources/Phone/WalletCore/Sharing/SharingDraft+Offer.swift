// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import OpenID4VP
import OpenID4VPWallet
import WalletInterface

extension SharingDraft {
    /// The offer; nil if the wallet cannot answer.
    ///
    /// - Parameter expiresAt: the end of the time for an approval, by the phone's clock.
    func offer(expiresAt: Date) -> SharingOffer? {
        guard let choice else { return nil }
        let sets = sets
        let allowed = Set(sets.flatMap { $0.options.joined() })
        return SharingOffer(
            id: basis.id, isLogin: isLogin, arrival: SharingArrival(received.session), organization: SharingOrganization(received),
            websiteHost: received.websiteHost,
            parts: parts.map { part in
                allowed.contains(part.id) ? part : SharingPart(id: part.id, takesSeveral: part.takesSeveral, cards: [])
            },
            sets: sets, standardChoice: shown(choice), warnings: warnings, expiresAt: expiresAt)
    }

    /// The values to which an approval of the offer is bound.
    var basis: OfferBasis {
        var copies: [OfferBasis.Copy] = []
        for (index, query) in match.queries.enumerated() {
            for candidate in query.candidates where isUsable(candidate.reference) {
                guard let card = cards.cards[candidate.reference] else { continue }
                copies.append(
                    OfferBasis.Copy(
                        part: index, card: card.id, format: card.format, name: card.copy,
                        usability: card.usability, paths: candidate.paths))
            }
        }
        return OfferBasis(
            lockEpoch: lockEpoch, session: live.number, request: received.requestHash, verifier: received.identity.certificateHash,
            settings: live.settings, registration: received.registration, copies: copies, warnings: warnings)
    }

    /// The parts with the cards that can answer them.
    private var parts: [SharingPart] {
        match.queries.enumerated().map { index, query in
            SharingPart(
                id: index, takesSeveral: self.query.credentials[index].isMultiple,
                cards: query.candidates.filter { isUsable($0.reference) }.compactMap(shared))
        }
    }

    private func shared(_ candidate: Candidate) -> SharedCard? {
        guard let card = cards.cards[candidate.reference], let known = known[card.id],
            let credential = cards.credential(candidate.reference)
        else { return nil }
        // Also what the issuer lets no holder withhold.
        let claims = SharedClaims.claims(of: credential, at: candidate.paths + card.alwaysShown, names: known.names)
        var warnings: [SharingWarning] = []
        if card.usability == .statusUnknown { warnings.append(.statusUnknown(card.id)) }
        if claims.contains(where: \.isPortrait) { warnings.append(.portrait(card.id)) }
        return SharedCard(summary: known.summary, claims: claims, warnings: warnings)
    }

    /// The sets with the options that the wallet can answer. A card in two formats is one card to the person, so options that would share
    /// the same are listed once.
    private var sets: [SharingSet] {
        let parts = parts
        guard let sets = query.sets else { return [SharingSet(options: [Array(parts.indices)], isRequired: true)] }
        return sets.compactMap { set in
            var options: [[Int]] = []
            var seen: Set<[[SharedCard]]> = []
            for option in set.options {
                let numbers = option.compactMap { id in query.credentials.firstIndex { $0.id == id } }
                guard numbers.count == option.count, numbers.allSatisfy({ !parts[$0].cards.isEmpty }),
                    seen.insert(numbers.map { parts[$0].cards }).inserted
                else { continue }
                options.append(numbers)
            }
            return options.isEmpty ? nil : SharingSet(options: options, isRequired: set.isRequired)
        }
    }

    private func shown(_ choice: DCQLChoice) -> SharingChoice {
        var chosen: [Int: [CardID]] = [:]
        for (index, query) in query.credentials.enumerated() {
            guard let references = choice.references[query.id] else { continue }
            chosen[index] = references.compactMap { cards.cards[$0]?.id }
        }
        return SharingChoice(chosen)
    }

    /// The data that are asked for, by part: names only.
    var askedData: [AskedData] {
        query.credentials.enumerated().map { index, asked in
            let labels = names(ofQuery: index)
            let claims = (asked.claims ?? []).map { SharedClaims.asked($0.path, as: asked.format.queried, names: labels) }
            return AskedData(types: asked.format.types, claims: claims)
        }
    }

    /// The request, with the cause for each part that no card answers.
    var missing: MissingCards {
        let asked = askedData
        let parts = query.credentials.indices.map { index -> AskedPart in
            let match = match.queries[index]
            let answers = match.candidates.contains { isUsable($0.reference) }
            // A card that is usable for other verifiers is of a format that this one does not take.
            let cause: MissingCause? = answers ? nil : cards.missingCause(of: match) ?? .format
            let nearest = nearest(toQuery: index)
            return AskedPart(
                claims: asked[index].claims, cause: cause, card: nearest?.summary,
                wouldRenewalHelp: (nearest?.entry.isPID ?? false) && (cause?.endsWithRenewal ?? false))
        }
        return MissingCards(
            isLogin: isLogin, arrival: SharingArrival(received.session), organization: SharingOrganization(received), warnings: warnings,
            parts: parts)
    }
}

extension MissingCause {
    /// True if a new card in place of the old one would be usable.
    fileprivate var endsWithRenewal: Bool {
        switch self {
        case .revoked, .expired, .noCopy: true
        case .notThere, .format, .issuer, .suspended, .notYetValid: false
        }
    }
}

extension SharingArrival {
    /// The arrival in the app's terms.
    init(_ session: SessionType) {
        switch session {
        case .sameDevice: self = .sameDevice
        case .crossDevice: self = .crossDevice
        }
    }
}

extension SessionType {
    /// The arrival in the protocol's terms.
    init(_ arrival: SharingArrival) {
        switch arrival {
        case .sameDevice: self = .sameDevice
        case .crossDevice: self = .crossDevice
        }
    }
}
