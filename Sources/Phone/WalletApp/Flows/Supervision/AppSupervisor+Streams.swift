// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletConfiguration
import WalletInterface

extension AppSupervisor {
    /// Follows the core's streams for as long as the app is bound to it, each time that it is.
    func followCore() async {
        var seen = 0
        while let number = try? await supervision.binding.bound(otherThan: seen) {
            seen = number
            await withTaskGroup { group in
                group.addTask { await followLock(number) }
                group.addTask { await followUpdatePolicy(number) }
                group.addTask { await followWalletStatus(number) }
                group.addTask { await followConfiguration(number) }
                group.addTask { await followCards(number) }
                // All five end with their binding, also those that the core does not end: an app that initialises it once more clears nothing.
                try? await supervision.binding.ended(number)
                group.cancelAll()
                await group.waitForAll()
            }
        }
    }

    /// Begins to observe the core. One that is not initialised any more erases a revoked wallet by itself; one that another user interface
    /// observes was bound to it since. Either way the app begins anew, and binds to the core again.
    private func observe<Value>(_ number: Int, _ stream: () async throws -> AsyncStream<Value>) async -> AsyncStream<Value>? {
        defer { supervision.binding.noteStream(of: number) }
        do {
            return try await stream()
        } catch {
            switch (error as? WalletCoreError)?.code {
            case .notInitialized, .observerPresent: bindAgain(after: number)
            default: break
            }
            return nil
        }
    }

    /// Ends the running flows if this binding is incomplete: the core erases a revoked wallet by itself, or another user interface was first.
    func bindAgain(after number: Int) {
        if supervision.binding.renew(after: number) { abort.set(true) }
    }

    /// Whoever sees the wallet when it locks sees the lock instead; whoever does nothing is asked before.
    private func followLock(_ number: Int) async {
        guard let states = await observe(number, { try await core.setLockStream() }) else { return }
        var watch = LogOut.Watch(context)
        for await state in states {
            switch watch.next(state) {
            case .nothing: continue
            case .warn(let locksAt): warning.set(locksAt)
            case .calm: warning.set(nil)
            case .lock:
                // That the app is binding anew locks as well, under a screen that shows nothing.
                if supervision.binding.isBound { supervision.cover.raise() }
                warning.set(nil)
            case .refuse:
                // Covered until what runs has ended; there is nothing to unlock.
                host.raise(.lock)
                warning.set(nil)
                endForNews()
            }
        }
        warning.set(nil)
        // Nobody tells this glass any more when the wallet locks.
        guard !Task.isCancelled, supervision.binding.noteTaken(after: number, resumes: supervision.resumes.value) else { return }
        host.raise(.lock)
        abort.set(true)
    }

    /// PF1.4 at any time: a version that is blocked meanwhile ends what runs. Before PF1.4 has judged this start, nothing ends.
    private func followUpdatePolicy(_ number: Int) async {
        guard let verdicts = await observe(number, { try await core.setUpdatePolicyStream() }) else { return }
        for await verdict in verdicts {
            supervision.judgements.note(verdict)
            // What PF1.4 knows already, on a screen that shows it, is not news.
            guard let judged = supervision.judgements.made.value.verdict, verdict != judged, verdict.isBlock || judged.isBlock else { continue }
            endForNews()
        }
    }

    /// PF2.10 at any time: a wallet that is revoked meanwhile ends what runs. Before PF2.10 has judged this start, nothing ends.
    private func followWalletStatus(_ number: Int) async {
        guard let statuses = await observe(number, { try await core.setWalletStatusStream() }) else { return }
        for await status in statuses where status.isRevoked {
            guard let judged = supervision.judgements.made.value.status, status != judged else { continue }
            endForNews()
        }
    }

    /// Ends what runs for something that the core has told. It is marked once, however many streams tell of it.
    private func endForNews() {
        if !abort.value { context.noteNews() }
        abort.set(true)
    }

    private func followConfiguration(_ number: Int) async {
        guard let configurations = await observe(number, { try await core.setConfigurationStream() }) else { return }
        for await configuration in configurations { supervision.configuration.set(configuration) }
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
                if (try? await OpenTheApp(context).resume()) == .locked { try? await requirePolicy() }
                supervision.resumes.change { $0 += 1 }
                supervision.links.request()
                try? await LogOut(context).resume()
            case .openLink: supervision.links.request()
            default: continue
            }
        }
    }

    /// Renews an expired policy before UC2.3 unlocks the wallet, even when UC2.3 is on the glass: UC1.2 continues at 2.3.
    private func requirePolicy() async throws {
        // A flow still on its way to UC2.3 passes this check anyway. Above a suspended flow the lock itself asks for the check, and keeps the flow
        // below.
        guard supervision.isOpened.value, running.value == .unlockTheApp, try await core.isUpdatePolicyExpired() else { return }
        abort.set(true)
    }
}
