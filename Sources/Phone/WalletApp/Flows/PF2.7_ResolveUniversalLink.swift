// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// PF2.7 Resolve a universal link. The core decides; this shows.
struct ResolveUniversalLink {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "PF2.7")
    }

    /// What came of it.
    enum Result: Sendable, Equatable {
        /// There is no link, or none that holds.
        case noLink
        /// The wallet cannot act on it now, and has said why.
        case rejected
        /// It begins a use case.
        case valid(UseCase)
    }

    /// Takes the link that waits, and shows what is to be shown of it.
    ///
    /// - Throws: `CancellationError`, or an error of the core; the link then waits still.
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
            // Another link has taken its place meanwhile.
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
        // The flow that waits for it goes on.
        case .continuesSession(let link):
            context.supervision.loginReturn.set(link)
            return .noLink
        // UC2.3/1.6 takes it.
        case .noLink, .invalid, .waitsForUnlock: return .noLink
        case .resolves(let link): return .valid(resolve(link))
        case .scannedOutsideWallet: return try await scan()
        case .notPersonalized: return try await reject(.notPersonalized)
        case .inTransferSession: return try await reject(.transfer)
        case .inPINRecoverySession: return try await reject(.pinRecovery)
        case .inDisclosureSession: return try await reject(.disclosure)
        case .inIssuanceSession: return try await reject(.issuance)
        }
    }

    /// 1.3. A request for data is only read by UC5.1, which also finds out whether it is one to log in (UC5.2).
    private func resolve(_ link: UniversalLink) -> UseCase {
        trace("1.3")
        guard link.kind.flows == [.issuance] else {
            trace("1.3b")
            return .shareData
        }
        trace("1.3a")
        return .obtainCards
    }

    /// 2.1.
    private func scan() async throws -> Result {
        switch try await context.ui.show(ScanInWallet()) {
        case .close: break
        case .scan:
            try await context.showNotBuilt("UC9.9")
        }
        return .noLink
    }

    /// 3.1 to 7.1.
    private func reject(_ task: FinishFirst.Task) async throws -> Result {
        _ = try await context.ui.show(FinishFirst(task: task))
        return .rejected
    }
}
