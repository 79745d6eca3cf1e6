// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletConfiguration
import WalletInterface

extension AppSupervisor {
    /// Observes the core's streams during each binding of the app.
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
                // All five streams end with their binding, even if the core does not end them: an app that initialises the core again clears
                // nothing.
                _ = try? await supervision.binding.next(otherThan: .bound(number))
                group.cancelAll()
                await group.waitForAll()
            }
        }
    }

    /// Starts observing a stream. If the core is no longer initialised, it is erasing a revoked wallet. If it has an observer, another user
    /// interface was bound since. In both cases the app starts again, and binds to the core again.
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

    /// Covers a visible wallet with the lock when it locks, and warns an inactive user before.
    private func followLock(_ number: Int) async {
        guard let states = await observe(number, { try await core.setLockStream() }) else { return }
        var watch = LogOut.Watch(context)
        for await state in states {
            switch watch.next(state) {
            case .nothing: continue
            case .warn(let locksAt): supervision.warning.set(locksAt)
            case .calm: supervision.warning.set(nil)
            case .lock:
                // Rebinding also locks, while the screen shows nothing of the wallet.
                if case .bound = supervision.binding.value { supervision.cover.raise() }
                supervision.warning.set(nil)
            case .refuse:
                // Covered until the running flow has ended; there is nothing to unlock.
                host.raise(.lock)
                supervision.warning.set(nil)
                endForNews()
            }
        }
        supervision.warning.set(nil)
        // This glass receives no further reports of the lock.
        guard !Task.isCancelled, supervision.noteTaking(after: number) else { return }
        host.raise(.lock)
        supervision.abort.set(true)
    }

    /// PF1.4 at any time: a block of this version ends the running flow. Before PF1.4 has judged this start, it ends nothing.
    private func followUpdatePolicy(_ number: Int) async {
        guard let verdicts = await observe(number, { try await core.setUpdatePolicyStream() }) else { return }
        for await verdict in verdicts {
            supervision.toldVerdict.change { told in
                told.number += 1
                told.verdict = verdict
            }
            // A verdict that PF1.4 already shows is not news.
            guard let judged = supervision.standing.value.verdict, verdict != judged, verdict.isBlock || judged.isBlock else { continue }
            endForNews()
        }
    }

    /// PF2.10 at any time: a revocation of the wallet ends the running flow. Before PF2.10 has judged this start, it ends nothing.
    private func followWalletStatus(_ number: Int) async {
        guard let statuses = await observe(number, { try await core.setWalletStatusStream() }) else { return }
        for await status in statuses where status.isRevoked {
            guard let judged = supervision.standing.value.status, status != judged else { continue }
            endForNews()
        }
    }

    /// Ends the running flow after news from the core. The row is taken once, even if several streams report it.
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

    /// Observes the visible cards; none while the wallet is locked.
    private func followCards(_ number: Int) async {
        guard let all = await observe(number, { try await core.setCardsStream() }) else { return }
        for await cards in all { supervision.cards.set(cards) }
        supervision.cards.set(.hidden)
    }

    /// Handles the operating system's events; the core has received them already.
    func follow(_ lifecycle: AsyncStream<AppLifecycleEvent>) async {
        for await event in lifecycle {
            switch event {
            case .willEnterForeground:
                // Resuming changes nothing on the glass: the flow is where it was, below the lock if that is raised.
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
