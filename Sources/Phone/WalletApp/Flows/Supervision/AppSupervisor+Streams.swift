// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletConfiguration
import WalletInterface

extension AppSupervisor {
    /// Follows the core's streams for as long as the app is bound to it, each time that it is.
    func followCore() async {
        var seen = 0
        while let number = try? await supervision.bound(otherThan: seen) {
            seen = number
            await withTaskGroup { group in
                group.addTask { await followLock(number) }
                group.addTask { await followUpdatePolicy(number) }
                group.addTask { await followWalletStatus(number) }
                group.addTask { await followConfiguration(number) }
                group.addTask { await followCards(number) }
                // All five end with their binding, also those that the core does not end: an app that initialises it once more clears nothing.
                _ = try? await supervision.binding.next(otherThan: .bound(number))
                group.cancelAll()
                await group.waitForAll()
            }
        }
    }

    /// Begins to observe the core. One that is not initialised any more erases a revoked wallet by itself; one that another user interface
    /// observes was bound to it since. Either way the app begins anew, and binds to the core again.
    private func observe<Value>(_ number: Int, _ stream: () async throws -> AsyncStream<Value>) async -> AsyncStream<Value>? {
        defer { supervision.noteObserving(number) }
        do {
            return try await stream()
        } catch {
            switch (error as? WalletCoreError)?.code {
            case .notInitialized, .observerPresent: supervision.bindAnew(after: number)
            default: break
            }
            return nil
        }
    }

    /// Whoever sees the wallet when it locks sees the lock instead; whoever does nothing is asked before.
    private func followLock(_ number: Int) async {
        guard let states = await observe(number, { try await core.setLockStream() }) else { return }
        var watch = LogOut.Watch(context)
        for await state in states {
            switch watch.next(state) {
            case .nothing: continue
            case .warn(let locksAt): supervision.warning.set(locksAt)
            case .calm: supervision.warning.set(nil)
            case .lock:
                // That the app is binding anew locks as well, under a screen that shows nothing.
                if case .bound = supervision.binding.value { supervision.cover.raise() }
                supervision.warning.set(nil)
            case .refuse:
                // Covered until what runs has ended; there is nothing to unlock.
                host.raise(.lock)
                supervision.warning.set(nil)
                endForNews()
            }
        }
        supervision.warning.set(nil)
        // Nobody tells this glass any more when the wallet locks.
        guard !Task.isCancelled, supervision.noteTaking(after: number) else { return }
        host.raise(.lock)
        supervision.abort.set(true)
    }

    /// PF1.4 at any time: a version that is blocked meanwhile ends what runs. Before PF1.4 has judged this start, nothing ends.
    private func followUpdatePolicy(_ number: Int) async {
        guard let verdicts = await observe(number, { try await core.setUpdatePolicyStream() }) else { return }
        for await verdict in verdicts {
            supervision.toldVerdict.change { told in
                told.number += 1
                told.verdict = verdict
            }
            // What PF1.4 knows already, on a screen that shows it, is not news.
            guard let judged = supervision.standing.value.verdict, verdict != judged, verdict.isBlock || judged.isBlock else { continue }
            endForNews()
        }
    }

    /// PF2.10 at any time: a wallet that is revoked meanwhile ends what runs. Before PF2.10 has judged this start, nothing ends.
    private func followWalletStatus(_ number: Int) async {
        guard let statuses = await observe(number, { try await core.setWalletStatusStream() }) else { return }
        for await status in statuses where status.isRevoked {
            guard let judged = supervision.standing.value.status, status != judged else { continue }
            endForNews()
        }
    }

    /// Ends what runs for something that the core has told. It is marked once, however many streams tell of it.
    private func endForNews() {
        if !supervision.abort.value { context.noteNews() }
        supervision.abort.set(true)
    }

    private func followConfiguration(_ number: Int) async {
        guard let configurations = await observe(number, { try await core.setConfigurationStream() }) else { return }
        for await configuration in configurations {
            supervision.configuration.set(configuration.document)
            supervision.configurationVersion.set(configuration.version)
        }
    }

    /// What may be seen of the cards; nothing while the wallet is locked.
    private func followCards(_ number: Int) async {
        guard let all = await observe(number, { try await core.setCardsStream() }) else { return }
        for await cards in all { supervision.cards.set(cards) }
        supervision.cards.set(.hidden)
    }

    /// What the operating system tells: the core knows already.
    func follow(_ lifecycle: AsyncStream<AppLifecycleEvent>) async {
        for await event in lifecycle {
            switch event {
            case .willEnterForeground:
                // Resuming changes nothing on the glass: the flow is where it was, and under the lock if that is up.
                try? await OpenTheApp(context).resume()
                supervision.resumes.change { $0 += 1 }
                supervision.linkTries.change { $0 += 1 }
                try? await LogOut(context).resume()
            case .openLink: supervision.linkTries.change { $0 += 1 }
            default: continue
            }
        }
    }
}
