// SPDX-License-Identifier: EUPL-1.2

import PhoneWeb
import ServiceLifecycle
import SimulatedPhone
import WalletApp
import WalletCore

/// The phone that is on as long as the program runs, and the wallet installed on it.
struct DemoPhone: Service {
    let phone: SimulatedPhone
    let glass: Glass
    let trace: Trace
    let catalog: StringCatalog
    let provider: ProviderName
    let embedded: EmbeddedEdition

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await phone.run { await run($0) }
        }
    }

    /// One process of the app: the core, the app over it, its screens on the glass.
    private func run(_ process: AppProcess) async {
        let core = WalletCore(embedded: embedded)
        // A new core takes its platform.
        try? await core.initPlatformSupport(process.bridges.resolving(provider))
        let host = ScreenHost(trace: trace, sleep: { [clock = phone.clock] in try await clock.sleep(until: $0) })
        let supervisor = AppSupervisor(
            wallet: core, host: host, trace: trace, now: { [clock = phone.clock] in clock.now }, catalog: catalog,
            language: { [device = phone.device] in Language(rawValue: device.settings.language.rawValue) ?? .english })
        await withTaskGroup { group in
            group.addTask { await supervisor.run(lifecycle: process.lifecycle) }
            group.addTask { await glass.show(host) }
            await group.next()
            group.cancelAll()
        }
    }
}
