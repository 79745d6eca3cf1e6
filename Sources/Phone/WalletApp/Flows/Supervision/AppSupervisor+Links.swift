// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletInterface

/// Links on their way from the inbox to the core and the glass.
extension AppSupervisor {
    /// Passes the kept links to the core, oldest first, each time the core may be able to take a link. A link is forgotten when the core
    /// has stored it. After a kill in between, the next process passes it again, and the core recognises it.
    func follow(_ links: any KeptLinks) async {
        var seen = 0
        while let tries = try? await supervision.links.requests.next(otherThan: seen) {
            seen = tries
            do {
                try await give(links)
                supervision.links.failure.set(nil)
            } catch let error as WalletCoreError where supervision.isOpened.value {
                supervision.links.noteFailure(error)
            } catch {
                // Before UC1.2 has opened the app no screen can show the error; the link is passed again once UC1.2 has opened the app.
            }
            supervision.links.answered.set(tries)
        }
    }

    /// - Throws: the core's error; the link is then kept.
    private func give(_ links: any KeptLinks) async throws {
        while supervision.binding.isBound, let link = links.oldest() {
            // The core stores the link before this returns.
            let reception = try await core.receive(link: link.text)
            links.forget(link)
            switch reception {
            case .waits: supervision.links.noteArrival()
            // A link of another app changes nothing on the glass (PF2.7/1.2c).
            case .invalid: try? await OpenTheApp(context).refuseLink()
            }
        }
    }

    /// Handles the pending link whenever a link may be due: a link arrived or could not be stored, or the app was opened, resumed or
    /// unlocked. Waits until UC1.2 has opened the app and a screen takes input. If the core cannot store a link, the error is shown, and a
    /// retry passes the link again.
    ///
    /// - Returns: the use case that a valid link starts instead of the present use case; nil when cancelled.
    func runLinks() async -> UseCase? {
        let links = context.on(.link)
        while (try? await supervision.links.isDue.next(otherThan: false)) != nil {
            guard (try? await supervision.isOpened.next(otherThan: false)) != nil else { return nil }
            for await shown in host.presentations() where shown?.isLive == true { break }
            // An abort leaves the link to the next use case.
            guard !Task.isCancelled else { return nil }
            supervision.links.isDue.set(false)
            let next = await handlingErrors(links) {
                while let trouble = supervision.links.failure.exchange(nil) {
                    // Retry and restart are the same here: the running flow is not affected.
                    _ = try await ErrorFlow(links).run(trouble)
                    try await supervision.links.deliver()
                    // The link's own screens must not cover the error.
                    if supervision.links.failure.value == nil { host.lower(.link) }
                }
                return try await OpenTheApp(links).resolveLink()
            }
            // The screens of a link that leads to a use case stay until the flow below has ended: its screen must not take a press in between.
            if let next { return next }
            host.lower(.link)
        }
        return nil
    }
}
