// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletInterface

/// Links on their way from the system to the core and the glass.
extension AppSupervisor {
    /// Passes the system's links to the core, oldest first, each time the core may be able to take one. The system drops a link when the core has
    /// stored it. After a kill in between, the next process passes it again, and the core recognises it.
    func follow(_ links: any OpenedLinks) async {
        var seen = 0
        while let tries = try? await supervision.linkTries.next(otherThan: seen) {
            seen = tries
            do {
                try await give(links)
                supervision.linkTrouble.set(nil)
            } catch let error as WalletCoreError where supervision.isOpened.value {
                supervision.linkTrouble.set(error)
                supervision.linkCall.set(true)
            } catch {
                // Before UC1.2 has opened the app no screen can show the error; it is retried then.
            }
            supervision.linksTried.set(tries)
        }
    }

    /// - Throws: the core's error; the system then keeps the link.
    private func give(_ links: any OpenedLinks) async throws {
        while case .bound = supervision.binding.value, let link = links.oldest() {
            // The core stores the link in its slot before this returns.
            let reception = try await core.receive(link: link.text)
            links.forget(link)
            switch reception {
            case .waits:
                supervision.linkArrivals.change { $0 += 1 }
                supervision.linkCall.set(true)
            // A link of another app changes nothing on the glass (PF2.7/1.2c).
            case .invalid: try? await OpenTheApp(context).refuseLink()
            }
        }
    }

    /// Handles the pending link each time a link or the app has arrived, once UC1.2 has opened the app and a screen waits for the user. A link that
    /// the core cannot take is not lost silently: the error is shown, and a retry passes the link again.
    ///
    /// - Returns: the use case that a valid link starts instead of the present one; nil when cancelled.
    func runLinks() async -> UseCase? {
        let links = context.on(.link, core)
        while (try? await supervision.linkCall.next(otherThan: false)) != nil {
            guard (try? await supervision.isOpened.next(otherThan: false)) != nil else { return nil }
            for await shown in host.presentations() where shown?.isLive == true { break }
            // An abort leaves the link to the next use case.
            guard !Task.isCancelled else { return nil }
            supervision.linkCall.set(false)
            let next = await handlingErrors(links) {
                while let trouble = supervision.linkTrouble.exchange(nil) {
                    // Retry and restart are the same here: the running flow is not affected.
                    _ = try await ErrorFlow(links).run(trouble)
                    try await supervision.tryLinks()
                    // The link's own screens must not cover the error.
                    if supervision.linkTrouble.value == nil { host.lower(.link) }
                }
                return try await OpenTheApp(links).resolveLink()
            }
            host.lower(.link)
            if let next { return next }
        }
        return nil
    }
}

extension Supervision {
    /// Passes the links to the core again, and waits for the attempt.
    ///
    /// - Throws: `CancellationError`.
    func tryLinks() async throws {
        let wanted = linkTries.change { tries in
            tries += 1
            return tries
        }
        var tried = linksTried.value
        while tried < wanted { tried = try await linksTried.next(otherThan: tried) }
    }
}
