// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// PF2.7 Resolve a universal link. The core decides; this flow shows the decision.
struct ResolveUniversalLink {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "PF2.7")
    }

    /// The result of resolving a link.
    enum Result: Sendable, Equatable {
        /// There is no link, or the link is invalid.
        case noLink
        /// The wallet cannot open the link now, and has shown why.
        case rejected
        /// The link starts a use case.
        case valid(UseCase)
    }

    /// Takes the pending link and shows its decision, if any.
    ///
    /// - Throws: `CancellationError`, or an error of the core; the link then stays pending.
    func run() async throws -> Result {
        while true {
            trace("1.1")
            guard let pending = try await context.wallet.pendingLink() else {
                trace("1.1b")
                return .noLink
            }
            trace("1.1a")
            trace("1.2")
            let decision = try await context.wallet.takePendingLink(pending.ticket)
            // A newer link has replaced this link in the meantime.
            if decision == .noLink { continue }
            return try await show(decision)
        }
    }

    /// 1.2c: a link that the core did not recognise.
    func refuse() {
        let trace = context.traceBesideLayers(of: "PF2.7")
        for row in ["1.1", "1.1a", "1.2", "1.2c"] { trace(row) }
    }

    private func show(_ decision: LinkDecision) async throws -> Result {
        if let row = decision.row { trace(row) }
        switch decision {
        // The flow that waits for the link continues.
        case .continuesSession(let link):
            context.supervision.loginReturn.set(link)
            return .noLink
        // UC2.3/1.6 takes the link.
        case .noLink, .invalid, .waitsForUnlock: return .noLink
        case .resolves(let link): return .valid(try await resolve(link))
        case .scannedOutsideWallet: return try await scan()
        case .notPersonalized: return try await reject(.notPersonalized)
        case .inTransferSession: return try await reject(.transfer)
        case .inPINRecoverySession: return try await reject(.pinRecovery)
        case .inDisclosureSession: return try await reject(.disclosure)
        case .inIssuanceSession: return try await reject(.issuance)
        }
    }

    /// 1.3. Only the request itself tells a login from sharing: its fetch begins here, and UC5.1/1.1 continues it if it takes longer.
    private func resolve(_ link: UniversalLink) async throws -> UseCase {
        trace("1.3")
        guard link.kind.flows != [.issuance] else {
            trace("1.3a")
            return .obtainCards
        }
        let requests = context.supervision.sharing
        requests.start(link, arrivedBy: .sameDevice)
        if try await requests.early(by: context.steady)?.isLogin == true {
            trace("1.3c")
            return .logIn
        }
        trace("1.3b")
        return .shareData(.link(link, arrivedBy: .sameDevice))
    }

    /// Step 2.1.
    private func scan() async throws -> Result {
        switch try await context.ui.show(ScanInWallet()) {
        case .close: .noLink
        case .scan: .valid(.scanCode(from: .link))
        }
    }

    /// Steps 3.1 to 7.1.
    private func reject(_ task: FinishFirst.Task) async throws -> Result {
        _ = try await context.ui.show(FinishFirst(task: task))
        return .rejected
    }
}
