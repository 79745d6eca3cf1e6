// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletCore

struct LinkDecisionTests {
    private typealias Session = WalletSessionState.Session

    private static let sessions: [Session?] = [
        nil, .transfer, .pinRecovery(awaitsAuthentication: false), .pinRecovery(awaitsAuthentication: true), .disclosure,
        .issuance(awaitsAuthentication: false), .issuance(awaitsAuthentication: true),
    ]

    /// Every state, including impossible ones.
    private static let states = [false, true].flatMap { isRegistered in
        [false, true].flatMap { hasPID in
            [false, true].flatMap { isLocked in
                sessions.map { WalletSessionState(isRegistered: isRegistered, hasPID: hasPID, isLocked: isLocked, session: $0) }
            }
        }
    }

    /// Every kind, meant to be opened and meant to be scanned.
    private static let links = HostileLinks.right.flatMap { right in
        ["?a=b", "?session_type=cross_device"].compactMap { UniversalLink(recognising: right.text + $0, by: .embedded) }
    }

    /// The whole matrix, in the order of the design's rows: the first matching line counts.
    private func expected(_ link: UniversalLink, _ state: WalletSessionState) -> LinkDecision {
        let isRedirect = link.kind == .authenticationRedirect
        switch (state.isRegistered, state.hasPID, state.isLocked, state.session) {
        case (true, _, true, .issuance(true)) where isRedirect: return .waitsForUnlock
        case (true, _, false, .issuance(true)) where isRedirect: return .continuesSession(link)
        case (true, _, _, .pinRecovery(true)) where isRedirect: return .continuesSession(link)
        case _ where isRedirect: return .invalid
        case (false, _, _, _): return .notPersonalized
        case (true, true, _, .pinRecovery): return .inPINRecoverySession
        case (true, false, _, .pinRecovery): return .notPersonalized
        case (true, _, true, _): return .waitsForUnlock
        case (true, false, false, _): return .notPersonalized
        case (true, true, false, .transfer): return .inTransferSession
        case (true, true, false, .disclosure): return .inDisclosureSession
        case (true, true, false, .issuance): return .inIssuanceSession
        case (true, true, false, nil): return link.isMeantForScanning ? .scannedOutsideWallet : .resolves(link)
        }
    }

    @Test func `every state and link kind leads to the outcome of its row`() {
        #expect(Self.links.count == 2 * HostileLinks.right.count)
        for state in Self.states {
            for link in Self.links {
                #expect(LinkDecision.resolve(link, in: state) == expected(link, state), "\(link) in \(state)")
            }
        }
    }

    @Test func `without a link the decision is "no link" in every state`() {
        for state in Self.states { #expect(LinkDecision.resolve(nil, in: state) == .noLink) }
    }

    @Test func `no link starts a flow in a wallet that is locked, without a PID or in a session`() {
        for state in Self.states where state.isLocked || !state.isRegistered || !state.hasPID || state.session != nil {
            for link in Self.links {
                if case .resolves = LinkDecision.resolve(link, in: state) { Issue.record("\(link) in \(state)") }
            }
        }
    }

    @Test func `a locked wallet does not reveal what it is doing, except a PIN recovery, which is visible anyway`() {
        for link in Self.links where link.kind != .authenticationRedirect {
            let decisions = Self.states.filter { $0.isRegistered && $0.isLocked && $0.session?.runsWhileLocked != true }
                .map { LinkDecision.resolve(link, in: $0) }
            #expect(Set(decisions) == [.waitsForUnlock])
        }
    }

    @Test func `an authentication redirect starts no flow and continues only a session that waits for it`() {
        for state in Self.states {
            for link in Self.links where link.kind == .authenticationRedirect {
                let decision = LinkDecision.resolve(link, in: state)
                if state.session?.awaitsAuthentication == true, state.isRegistered {
                    #expect(decision == .continuesSession(link) || decision == .waitsForUnlock)
                } else {
                    #expect(decision == .invalid)
                }
            }
        }
    }

    @Test func `every row of the link check is reached`() {
        let decisions = Self.states.flatMap { state in Self.links.map { LinkDecision.resolve($0, in: state) } } + [.noLink]
        let rows = Set(decisions.compactMap(\.row))
        #expect(rows == ["1.1b", "1.2a", "1.2b", "1.2c", "1.2d", "1.2e", "1.2f", "1.2g", "1.2h"])
    }

    @Test func `the link kinds that start a flow cover the design's flows`() {
        let flows = UniversalLinkKind.allCases.flatMap(\.flows)
        #expect(Set(flows) == Set(LinkFlow.allCases))
        #expect(LinkFlow.allCases.map(\.useCase) == ["UC4.1", "UC5.1", "UC5.2"])
        #expect(UniversalLinkKind.allCases.filter(\.flows.isEmpty) == [.authenticationRedirect])
    }
}
