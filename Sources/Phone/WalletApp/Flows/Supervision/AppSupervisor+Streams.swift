// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletConfiguration
import WalletCore

extension AppSupervisor {
    /// Follows the core's streams, anew each time that the app was bound to it: binding ends the streams of before.
    func followCore() async {
        var seen = 0
        while let bound = try? await supervision.bindings.next(otherThan: seen) {
            seen = bound
            await withTaskGroup { group in
                group.addTask { await followLock() }
                group.addTask { await followUpdatePolicy() }
                group.addTask { await followWalletStatus() }
                group.addTask { await followConfiguration() }
                group.addTask { await followCards() }
                group.addTask { _ = try? await supervision.bindings.next(otherThan: bound) }
                // Streams end when the app is bound again, and only then is there anything to do.
                await group.waitForAll()
            }
        }
    }

    /// Begins to observe the core. One that is not initialised any more erases a revoked wallet by itself: the app begins anew then, and
    /// binds to it again.
    private func observe<Value>(_ stream: () async throws -> AsyncStream<Value>) async -> AsyncStream<Value>? {
        do {
            return try await stream()
        } catch {
            if (error as? WalletCoreError)?.code == .notInitialized { supervision.abort.set(.openTheApp) }
            return nil
        }
    }

    /// Whoever sees the wallet when it locks sees the lock instead; whoever does nothing is asked before.
    private func followLock() async {
        guard let states = await observe({ try await core.setLockStream() }) else { return }
        var watch = LogOut.Watch(context)
        for await state in states {
            switch watch.next(state) {
            case .nothing: continue
            case .warn(let locksAt): supervision.warning.set(locksAt)
            case .calm: supervision.warning.set(nil)
            case .lock:
                supervision.cover.raise()
                supervision.warning.set(nil)
            case .refuse:
                // Covered until what runs has ended; there is nothing to unlock.
                host.raise(.lock)
                supervision.warning.set(nil)
                supervision.abort.set(.checkStanding)
            }
        }
        supervision.warning.set(nil)
    }

    /// PF1.4 at any time: a version that is blocked meanwhile ends what runs.
    private func followUpdatePolicy() async {
        guard let verdicts = await observe({ try await core.setUpdatePolicyStream() }) else { return }
        for await verdict in verdicts {
            let judged = supervision.standing.value.verdict
            // What PF1.4 knows already, on a screen that shows it, is not news.
            if verdict != judged, verdict.isBlock || judged?.isBlock == true { supervision.abort.set(.checkStanding) }
        }
    }

    /// PF2.10 at any time: a wallet that is revoked meanwhile ends what runs.
    private func followWalletStatus() async {
        guard let statuses = await observe({ try await core.setWalletStatusStream() }) else { return }
        for await status in statuses where status.isRevoked && status != supervision.standing.value.status {
            supervision.abort.set(.checkStanding)
        }
    }

    private func followConfiguration() async {
        guard let configurations = await observe({ try await core.setConfigurationStream() }) else { return }
        for await configuration in configurations {
            supervision.configuration.set(configuration.document)
            supervision.configurationVersion.set(configuration.version)
        }
    }

    /// What may be seen of the cards; nothing while the wallet is locked.
    private func followCards() async {
        guard let all = await observe({ try await core.setCardsStream() }) else { return }
        for await cards in all { supervision.cards.set(cards) }
        supervision.cards.set(.hidden)
    }

    /// A link waits in the core's slot, also through a kill, until it is looked at. One that is none of ours changes nothing on the glass
    /// (PF2.7/1.2c), and one that the core cannot take is lost: there is nobody to tell.
    private func receive(_ link: String) async {
        switch try? await core.receive(link: link) {
        case .waits:
            supervision.linkArrivals.change { $0 += 1 }
            supervision.linkCall.set(true)
        case .invalid: try? await OpenTheApp(context).refuseLink()
        case nil: break
        }
    }

    /// What the operating system tells: the core knows already.
    func follow(_ lifecycle: AsyncStream<AppLifecycleEvent>) async {
        for await event in lifecycle {
            switch event {
            case .willEnterForeground:
                // Resuming changes nothing on the glass: the flow is where it was, and under the lock if that is up.
                try? await OpenTheApp(context).resume()
                supervision.resumes.change { $0 += 1 }
                try? await LogOut(context).resume()
            case .openLink(let link):
                guard (try? await supervision.bindings.next(otherThan: 0)) != nil else { return }
                await receive(link)
            default: continue
            }
        }
    }
}
