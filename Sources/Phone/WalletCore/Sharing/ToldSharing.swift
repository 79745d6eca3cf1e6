// SPDX-License-Identifier: EUPL-1.2

import OpenID4VP
import OpenID4VPWallet
import WalletInterface

/// A request as the person was told of it, for the history: names only.
struct ToldSharing: Sendable, Hashable {
    /// The state that was shown last.
    enum State: Sendable, Hashable {
        /// The request could be approved, or no state was shown yet.
        case offered
        /// The wallet had no card that answers.
        case missing
        /// The wallet refused the request by this rule.
        case refused(code: String)
    }

    let state: State
    let isLogin: Bool
    /// Nil if it is not known who asks.
    let organization: SharingOrganization?
    /// Empty if no state was shown, and if the request could not be read.
    let asked: [AskedData]
    let warnings: [SharingWarning]
    /// True if the organization is known and its registration is not, although the request had one, or may have had one.
    var leavesOutRegistration = false
}

extension LiveSharing {
    /// The session as the history tells it: as it was shown, or only who asks if nothing was shown yet.
    var ending: ToldSharing {
        if let told { return told }
        switch judged {
        case .request(_, let received):
            return ToldSharing(
                state: .offered, isLogin: false, organization: SharingOrganization(received), asked: [], warnings: [],
                leavesOutRegistration: received.hasUnreadRegistration)
        case .refused(let client, let refusal): return ToldSharing(client, refusal)
        }
    }
}

extension ToldSharing {
    /// A request that breaks a rule. Its registration was not looked at.
    ///
    /// - Parameter client: nil if the link of the request breaks it.
    init(_ client: PresentationClient?, _ refusal: RequestRefusal) {
        let organization = refusal.isVerifierKnown ? client?.verifier.map { SharingOrganization($0, host: nil, nil) } : nil
        self.init(
            state: .refused(code: refusal.description), isLogin: false, organization: organization, asked: [], warnings: [],
            leavesOutRegistration: organization != nil)
    }

    /// A request that could be read.
    init(_ draft: SharingDraft, _ state: State) {
        self.init(
            state: state, isLogin: draft.isLogin, organization: SharingOrganization(draft.received), asked: draft.askedData,
            warnings: draft.warnings, leavesOutRegistration: draft.received.hasUnreadRegistration)
    }
}
