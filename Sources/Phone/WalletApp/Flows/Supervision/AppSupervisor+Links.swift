// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// Links on their way from the system to the core, and from there to the glass.
extension AppSupervisor {
    /// Gives the core the links that the system keeps, the oldest first, each time that there may be one that it can take. The system forgets a
    /// link when the core has stored it: killed in between, the next process gives it again, and the core knows it.
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
                // Until UC1.2 has opened the app there is nobody to tell; then it is tried again.
            }
            supervision.linksTried.set(tries)
        }
    }

    /// - Throws: what the core says; the system keeps the link then.
    private func give(_ links: any OpenedLinks) async throws {
        while case .bound = supervision.binding.value, let link = links.oldest() {
            // The core puts it into its slot before this returns.
            let reception = try await core.receive(link: link.text)
            links.forget(link)
            switch reception {
            case .waits:
                supervision.linkArrivals.change { $0 += 1 }
                supervision.linkCall.set(true)
            // One that is none of ours changes nothing on the glass (PF2.7/1.2c).
            case .invalid: try? await OpenTheApp(context).refuseLink()
            }
        }
    }

    /// Looks at the link that waits, each time that one has come or the app has, once the app may be used at all and waits for the person. One
    /// that the core cannot take is not lost in silence: what is wrong is shown, and a retry gives it again.
    ///
    /// - Returns: the use case that a valid link begins instead of what runs; nil when cancelled.
    func runLinks() async -> UseCase? {
        let links = context.on(.link, core)
        while (try? await supervision.linkCall.next(otherThan: false)) != nil {
            guard (try? await supervision.isOpened.next(otherThan: false)) != nil else { return nil }
            for await shown in host.presentations() where shown?.isLive == true { break }
            // What ends everything leaves the link to what comes next.
            guard !Task.isCancelled else { return nil }
            supervision.linkCall.set(false)
            let next = await handlingErrors(links) {
                while let trouble = supervision.linkTrouble.set(nil) {
                    // Retry and restart are the same here: what runs is in order.
                    _ = try await ErrorFlow(links).run(trouble)
                    try await supervision.tryLinks()
                    // What is asked about the link does not lie over the error.
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
    /// Has the links given to the core once more, and waits until that was tried.
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
