// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import PhoneWeb
import PlatformSupport
import ServiceLifecycle
import WalletApp
import WalletCore
import WalletFlows

/// The phone, switched on while the program runs, with the wallet installed.
struct DemoPhone: Service {
    let phone: SimulatedPhone
    let glass: Glass
    let browser: SimulatedBrowser
    let trace: Trace
    let brand: Brand
    let catalog: StringCatalog
    /// The demo's servers, by the names that the wallet uses.
    let servers: [ServerName]
    let embedded: EmbeddedEdition
    /// The address of the revocation portal, which is printed with the deletion code.
    let portal: @Sendable () -> String?
    /// The longest wait of the app for update policy and wallet status.
    let answerBudget: Duration

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await phone.run { await run($0) }
        }
    }

    /// Runs one process of the app.
    private func run(_ process: AppProcess) async {
        let kind = phone.device.kind
        let engine = WalletEngine(
            edition: embedded.installed(as: phone.device.installedVersion(of: brand)), answerBudget: answerBudget)
        let bridges = process.bridges.resolving(servers)
        await WalletProcess(
            engine, brand: brand, catalog: catalog, platform: kind.platform,
            language: { [device = phone.device] in Language(rawValue: device.settings.language.rawValue) },
            show: { [glass] in await glass.show($0.host, in: $0.languages) },
            leave: { [self] in leave(for: SystemPlace($0, on: kind)) },
            trace: trace, tickets: glass.tickets, demoPortal: portal
        ).run(AppProcess(bridges: bridges, lifecycle: process.lifecycle, links: process.links))
    }

    /// Leaves the app for another place of the system; web pages open in the phone's browser.
    private func leave(for place: SystemPlace?) {
        phone.leaveApp(for: place) {
            if case .browser(let address) = place { browser.open(address) }
        }
    }
}

extension SimulatedDevice {
    /// The app version of the next process.
    func installedVersion(of brand: Brand) -> String { settings.appVersion ?? brand.version.released }
}
