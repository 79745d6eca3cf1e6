// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletConfiguration
import WalletInterface

extension AppSupervisor {
    /// Observes the core's streams during each binding of the app.
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
                // All five streams end with their binding, even if the core does not end them: an app that initialises the core again
                // clears nothing.
                try? await supervision.binding.ended(number)
                group.cancelAll()
                await group.waitForAll()
            }
        }
    }

    /// Starts observing a stream. If the core is no longer initialised, it is erasing a revoked wallet. If the stream has an observer,
    /// another user interface was bound since. In both cases the app starts again, and binds to the core again.
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

    /// Ends the running flows if this binding is incomplete: the core erases a revoked wallet on its own initiative, or another user
    /// interface was bound first.
    func bindAgain(after number: Int) {
        if supervision.binding.renew(after: number) { abort.set(true) }
    }

    /// Covers a visible wallet with the lock when it locks, and warns an inactive user before.
    private func followLock(_ number: Int) async {
        guard let states = await observe(number, { try await core.setLockStream() }) else { return }
        var watch = LogOut.Watch(context)
        for await state in states {
            switch watch.next(state) {
            case .nothing: continue
            case .warn(let locksAt): warning.set(locksAt)
            case .calm: warning.set(nil)
            case .lock:
                // Before the cover, whose flow waits until the warning is gone.
                warning.set(nil)
                // Rebinding also locks, while the screen shows nothing of the wallet.
                if supervision.binding.isBound { supervision.cover.raise() }
            case .refuse:
                // Covered until the running flow has ended; there is nothing to unlock.
                host.raise(.lock)
                warning.set(nil)
                endForNews()
            }
        }
        warning.set(nil)
        // The stream has ended, so this user interface receives no further reports of the lock.
        guard !Task.isCancelled, supervision.binding.noteTaken(after: number, resumes: supervision.presence.value.resumes) else { return }
        host.raise(.lock)
        abort.set(true)
    }

    /// Applies each new update policy (PF1.4): a policy that blocks this version ends the running flow. A start that has not checked the
    /// policy yet checks it itself.
    private func followUpdatePolicy(_ number: Int) async {
        guard let verdicts = await observe(number, { try await core.setUpdatePolicyStream() }) else { return }
        for await verdict in verdicts {
            supervision.judgements.note(verdict)
            // A verdict that PF1.4 already shows is not news.
            guard let judged = supervision.judgements.made.value.verdict, verdict != judged, verdict.isBlock || judged.isBlock else {
                continue
            }
            endForNews()
        }
    }

    /// PF2.10 at any time: a revocation of the wallet ends the running flow. Before PF2.10 has judged this start, it ends nothing.
    private func followWalletStatus(_ number: Int) async {
        guard let statuses = await observe(number, { try await core.setWalletStatusStream() }) else { return }
        for await status in statuses where status.isRevoked {
            guard let judged = supervision.judgements.made.value.status, status != judged else { continue }
            endForNews()
        }
    }

    /// Ends the running flow after news from the core. The row is taken once, even if several streams report it.
    private func endForNews() {
        if !abort.value { context.noteNews() }
        abort.set(true)
    }

    private func followConfiguration(_ number: Int) async {
        guard let configurations = await observe(number, { try await core.setConfigurationStream() }) else { return }
        for await configuration in configurations { supervision.configuration.set(configuration) }
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
                if (try? await OpenTheApp(context).resume()) == .locked { try? await requirePolicy() }
                supervision.presence.change { $0.note(event) }
                supervision.links.request()
                try? await LogOut(context).resume()
            case .openLink: supervision.links.request()
            case .didBecomeActive, .didEnterBackground, .protectedDataDidBecomeAvailable:
                supervision.presence.change { $0.note(event) }
            default: continue
            }
        }
    }

    /// Renews an expired policy before UC2.3 unlocks the wallet, even when UC2.3 is on the glass: UC1.2 continues at 2.3.
    private func requirePolicy() async throws {
        // A flow still on its way to UC2.3 passes this check anyway. Above a suspended flow the lock itself asks for the check, and keeps
        // the flow below.
        guard supervision.isOpened.value, running.value == .unlockTheApp, try await core.isUpdatePolicyExpired() else { return }
        abort.set(true)
    }
}
