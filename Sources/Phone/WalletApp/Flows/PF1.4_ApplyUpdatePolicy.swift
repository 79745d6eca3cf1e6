// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletConfiguration
import WalletInterface

/// PF1.4 Apply update policy. The only result is *App version is allowed*. A blocked version stays on its screen until the supervisor is
/// notified that the block has ended.
struct ApplyUpdatePolicy {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "PF1.4")
    }

    /// Step 1.1.
    func run() async throws {
        switch try await verdict() {
        case .ok: trace("1.1a")
        case .notify: try await allowed(.notify)
        case .recommend: try await allowed(.recommend)
        case .warn(let daysLeft): try await allowed(.warn(daysLeft: daysLeft))
        case .block(isUpdateAvailable: true):
            trace("1.1b")
            try await updateNeeded()
        case .block(isUpdateAvailable: false):
            trace("1.1c")
            try await blocked()
        }
    }

    /// Asks the core for a verdict until it returns one. At a launch it first waits, for a limited time, for the response to the core's
    /// request.
    private func verdict() async throws -> UpdateVerdict {
        trace("1.1")
        await context.wallet.awaitAnswer(to: .updatePolicy)
        try Task.checkCancellation()
        while true {
            do {
                let before = context.supervision.judgements.published.value
                let verdict = try await context.wallet.applyUpdatePolicy()
                context.supervision.judgements.made.change { $0.verdict = verdict }
                // A verdict published during the call had no effect, because no verdict was set yet: ask again for the newer verdict.
                let after = context.supervision.judgements.published.value
                guard after == before || after.verdict == verdict else { continue }
                return verdict
            } catch let error as WalletCoreError {
                // A killed process must not trace a row.
                try Task.checkCancellation()
                switch error.code {
                case .noInternet: trace("1.1d")
                case .serverUnreachable: trace("1.1e")
                default: break
                }
                try await ErrorFlow(context).runOrRestart(error)
                trace("1.1")
            }
        }
    }

    /// 1.1a with an update notice: shown once per start, and again only when the update has become more urgent.
    private func allowed(_ verdict: UpdateVerdict) async throws {
        trace("1.1a")
        let isNews = context.supervision.judgements.made.change { made in
            guard made.notice.map({ $0 < verdict }) ?? true else { return false }
            made.notice = verdict
            return true
        }
        guard isNews else { return }
        switch try await context.ui.show(UpdateNotice(verdict: verdict, platform: context.platform)) {
        case .later: break
        case .toStore: await context.leave(.appStore(context.appStores))
        }
    }

    /// Scenario 2.
    private func updateNeeded() async throws {
        while true {
            switch try await context.ui.show(UpdateNeeded(platform: context.platform)) {
            case .close:
                await context.leave(.homeScreen)
            case .toStore:
                await context.leave(.appStore(context.appStores))
            }
        }
    }

    /// Scenario 3.
    private func blocked() async throws {
        while true {
            switch try await context.ui.show(VersionBlocked(platform: context.platform)) {
            case .help:
                try await context.showHelp(on: "PF1.4")
            case .toStore:
                await context.leave(.appStore(context.appStores))
            }
        }
    }
}

extension UpdateVerdict {
    /// True if this version is blocked.
    var isBlock: Bool { if case .block = self { true } else { false } }
}
