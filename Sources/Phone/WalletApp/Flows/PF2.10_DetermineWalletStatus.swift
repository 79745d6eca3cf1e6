// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

/// PF2.10 Determine wallet status. Its one result is *Wallet active*; a revoked wallet stays on the screen that says by whom, or is replaced
/// by a new one.
struct DetermineWalletStatus {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "PF2.10")
    }

    /// 1.1.
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

    /// What the core knows. At a launch the answer to its question is waited for, for a limited time.
    private func status() async throws -> WalletStatus {
        await context.wallet.awaitAnswer(to: .walletStatus)
        try Task.checkCancellation()
        while true {
            let status = try await context.wallet.determineWalletStatus()
            context.supervision.standing.change { $0.status = status }
            // The supervisor ends nothing for a revocation that it was told of before this: the core is asked again.
            if try await context.wallet.determineWalletStatus() == status { return status }
        }
    }

    /// 2. Who has seen it, and does anything with it, finds the app as at a first start when it is opened again.
    private func revokedByUser() async throws {
        while true {
            let action = try await context.ui.show(WalletDeleted())
            // A store that refuses has it shown again: nothing is lost.
            try? await context.wallet.confirmRevocationShown()
            switch action {
            case .helpDesk:
                try await contact("2.2")
            case .help:
                try await context.showHelp(on: "PF2.10.byUser")
            }
        }
    }

    /// 3.
    private func walletRevoked() async throws {
        while true {
            switch try await context.ui.show(WalletBlocked()) {
            case .helpDesk:
                try await contact("3.2")
            case .help:
                try await context.showHelp(on: "PF2.10.wallet")
            case .createNew:
                try await WipeAllAppData(context).erase()
                // What begins now is another wallet, and this version was judged before: links are answered again.
                context.supervision.isOpened.set(true)
                throw GoTo(.introduceTheApp(.addingCards))
            }
        }
    }

    /// 4.
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

    /// 5.
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

    /// 2.2, 3.2 and 4.2: the help desk, until the person goes back.
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
