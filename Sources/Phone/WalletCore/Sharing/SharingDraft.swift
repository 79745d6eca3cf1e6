// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import OpenID4VP
import OpenID4VPWallet
import RelyingPartyRegistration
import SDJWT
import WalletConfiguration
import WalletInterface

/// A request beside the wallet's cards at one time: what can be offered, or what is missing.
struct SharingDraft: Sendable {
    /// A card's parts for the offer.
    struct KnownCard: Sendable {
        let entry: CardEntry
        let summary: CardSummary
        let names: [StoredCard.ClaimName]
    }

    let live: LiveSharing
    let received: ReceivedRequest
    let cards: QueriedCards
    let match: DCQLMatch
    /// The cards that answer or come nearest, if all their rows can be read.
    let known: [CardID: KnownCard]
    let lockEpoch: Int

    var query: DCQLQuery { received.request.query }

    /// True if the card of a reference can be shared in its format with this verifier.
    func isUsable(_ reference: String) -> Bool {
        guard let card = cards.cards[reference], known[card.id] != nil, cards.isUsable(reference) else { return false }
        return switch card.format {
        case .sdJWT: received.request.metadata.supports(.sdJWT(types: []))
        case .mdoc: received.request.metadata.supports(.mdoc(documentType: nil))
        }
    }

    /// True if the request asks only for the claim by which persons log in (UC5.2).
    var isLogin: Bool {
        guard let login = live.settings.login, let (query, path) = query.asksForExactlyOneClaim else { return false }
        func isClaim(_ claim: SharingSettings.Login.Claim) -> Bool { path == ClaimPath(claim.path.map { .name($0) }) }
        return switch query.format {
        case .sdJWT(let types): types == [login.sdJWT.type] && isClaim(login.sdJWT)
        case .mdoc(let type): type == login.mdoc.type && isClaim(login.mdoc)
        case .other: false
        }
    }

    // MARK: Findings about the sender

    /// The refusal that the configuration demands; nil if the person may decide.
    var refusal: SharingRefusal? {
        let cause: SharingRefusal.Cause
        let code: String
        switch received.registration {
        case .overAsked(_, let claims) where live.settings.overAsking == .refuse:
            cause = .overAsking(claims.map(asked))
            code = "over_asking"
        case .unverifiable(let fault, _) where live.settings.unverifiedRegistration == .refuse:
            cause = .unverifiedRegistration(RegistrationProblem(fault))
            code = "registration_" + fault.rawValue
        default: return nil
        }
        return SharingRefusal(organization: SharingOrganization(received), cause: cause, code: code, isLogin: isLogin)
    }

    /// The warnings about the request and its sender.
    var warnings: [SharingWarning] {
        var warnings: [SharingWarning] = []
        switch received.registration {
        case .covered: break
        case .overAsked(_, let claims): warnings.append(.overAsking(claims.map(asked)))
        case .unverifiable(let fault, _): warnings.append(.unverifiedRegistration(RegistrationProblem(fault)))
        }
        if received.websiteHost == nil { warnings.append(.noWebsiteHost) }
        return warnings
    }

    private func asked(_ claim: OverAskedClaim) -> AskedClaim {
        let index = query.credentials.firstIndex { $0.id == claim.queryID }
        return SharedClaims.asked(
            claim.path, as: index.flatMap { query.credentials[$0].format.queried }, names: index.map(names) ?? [])
    }

    /// The labels of the card that answers a query or comes nearest.
    func names(ofQuery index: Int) -> [StoredCard.ClaimName] { nearest(toQuery: index)?.names ?? [] }

    /// The card that answers a query or comes nearest.
    func nearest(toQuery index: Int) -> KnownCard? {
        match.queries[index].nearestFirst.lazy.compactMap { cards.cards[$0].flatMap { known[$0.id] } }.first
    }

    var choice: DCQLChoice? { match.standardChoice(usable: isUsable, newestFirst: cards.newestFirst) }
}

extension QueryMatch {
    /// The references of the candidates, then of the credentials that have the format and type.
    var nearestFirst: [String] {
        let near = misses.filter { $0.cause == .value || $0.cause == .claim || $0.cause == .authority }
        return candidates.map(\.reference) + near.map(\.reference)
    }
}

extension CredentialQuery.Format {
    /// The types of which any is asked for; empty if the request names none.
    var types: [String] {
        switch self {
        case .sdJWT(let types): types
        case .mdoc(let type): [type].compactMap(\.self)
        case .other: []
        }
    }

    /// The format of the cards that can answer; nil for one that the wallet does not have.
    var queried: QueriedFormat? {
        switch self {
        case .sdJWT: .sdJWT
        case .mdoc: .mdoc
        case .other: nil
        }
    }
}
