// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletConfiguration
import WalletInterface

/// PF2.10 Determine wallet status. The flow returns only for an active wallet. For a revoked wallet it stays on the screen that shows who
/// revoked it, until the user replaces it by a new wallet.
struct DetermineWalletStatus {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "PF2.10")
    }

    /// Step 1.1.
    func run() async throws {
        trace("1.1")
        switch try await status() {
        case .active: trace("1.1a")
        case .revoked(.byUser, _):
            trace("1.1b")
            try await revokedByUser()
        case .revoked(.walletByAdmin, _):
            trace("1.1c")
            try await walletRevoked()
        case .revoked(.recoveryCodeByAdmin, _):
            trace("1.1d")
            try await recoveryCodeRevoked()
        case .revoked(.solutionByAdmin, _):
            trace("1.1e")
            try await solutionRevoked()
        }
    }

    /// Asks the core for the status. At a launch it first waits, for a limited time, for the response to the core's request.
    private func status() async throws -> WalletStatus {
        await context.wallet.awaitAnswer(to: .walletStatus)
        try Task.checkCancellation()
        while true {
            let status = try await context.wallet.determineWalletStatus()
            context.supervision.judgements.made.change { $0.status = status }
            // The supervisor ignores a revocation published before this point, so the core is asked again.
            if try await context.wallet.determineWalletStatus() == status { return status }
        }
    }

    /// 2. After the user has seen this screen and pressed a button, the next launch is a first start.
    private func revokedByUser() async throws {
        while true {
            let action = try await context.ui.show(WalletDeleted())
            // If the store refuses, the screen appears again; nothing is lost.
            try? await context.wallet.confirmRevocationShown()
            switch action {
            case .helpDesk:
                try await contact("2.2")
            case .help:
                try await context.showHelp(on: "PF2.10.byUser")
            }
        }
    }

    /// Scenario 3.
    private func walletRevoked() async throws {
        while true {
            switch try await context.ui.show(WalletBlocked()) {
            case .helpDesk:
                try await contact("3.2")
            case .help:
                try await context.showHelp(on: "PF2.10.wallet")
            case .createNew:
                try await WipeAllAppData(context).erase()
                // The next wallet is a new wallet, and this version was allowed before: links are answered again.
                context.supervision.isOpened.set(true)
                throw GoTo(.introduceTheApp(.addingCards))
            }
        }
    }

    /// Scenario 4.
    private func recoveryCodeRevoked() async throws {
        while true {
            switch try await context.ui.show(HolderBlocked()) {
            case .helpDesk:
                try await contact("4.2")
            case .help:
                try await context.showHelp(on: "PF2.10.holder")
            }
        }
    }

    /// Scenario 5.
    private func solutionRevoked() async throws {
        while true {
            switch try await context.ui.show(SolutionRevoked()) {
            case .moreInformation:
                _ = try await context.ui.show(SolutionRevokedInformation())
            case .help:
                try await context.showHelp(on: "PF2.10.solution")
            }
        }
    }

    /// 2.2, 3.2 and 4.2: shows the help desk until the user goes back.
    private func contact(_ step: String) async throws {
        while true {
            switch try await context.ui.show(Contact(step: step, support: context.support)) {
            case .call:
                if let number = context.support.phone { await context.leave(.phone(number)) }
            case .back:
                return
            }
        }
    }
}
