// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneWeb
import PlatformSupport
import ServiceLifecycle
import SimulatedPhone
import WalletApp
import WalletCore

/// The phone, switched on while the program runs, with the wallet installed.
struct DemoPhone: Service {
    let phone: SimulatedPhone
    let glass: Glass
    let browser: SimulatedBrowser
    let trace: Trace
    let catalog: StringCatalog
    /// The demo's servers, by the names that the wallet knows.
    let servers: [ServerName]
    let embedded: EmbeddedEdition
    /// The revocation portal, whose address is printed with the deletion code.
    let portal: DemoPortal
    /// The longest wait of the app for update policy and wallet status, in seconds.
    let answerBudget: TimeInterval

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await browser.run() }
                await phone.run { await run($0) }
                group.cancelAll()
            }
        }
    }

    /// Runs one process of the app: the core, and its successive user interfaces.
    private func run(_ process: AppProcess) async {
        let version = phone.device.installedVersion
        let core = WalletCore(embedded: embedded.installed(as: version), answerBudget: answerBudget)
        // A new core needs its platform first.
        try? await ProcessStart(trace).run { try await core.initPlatformSupport(process.bridges.resolving(servers)) }
        await withTaskGroup { group in
            group.addTask { try? await core.run() }
            group.addTask {
                await UserInterfaces(core: core) { lifecycle in
                    await AppRelease.$version.withValue(version) {
                        await runUserInterface(over: core, lifecycle: lifecycle, links: process.links)
                    }
                }.run(process)
            }
            await group.waitForAll()
        }
    }

    /// Runs one user interface: the app with its screens on the glass.
    private func runUserInterface(over core: WalletCore, lifecycle: AsyncStream<AppLifecycleEvent>, links: any OpenedLinks) async {
        let host = ScreenHost(trace: trace, tickets: glass.tickets, sleep: { [clock = phone.clock] in try await clock.sleep(until: $0) })
        let languages = LanguageChoice { [device = phone.device] in Language(rawValue: device.settings.language.rawValue) ?? .english }
        let supervisor = AppSupervisor(
            wallet: core, host: host, trace: trace, platform: phone.device.kind.platform, now: { [clock = phone.clock] in clock.now },
            steady: SteadyTime(
                now: { [clock = phone.clock] in clock.steadyNow },
                sleep: { [clock = phone.clock] in try await clock.sleep(untilSteady: $0) }),
            catalog: catalog,
            languages: languages,
            leave: { [self] in leave(for: SystemPlace($0, on: phone.device.kind)) },
            demoPortal: { [portal] in portal.address })
        await withTaskGroup { group in
            group.addTask { await supervisor.run(lifecycle: lifecycle, links: links) }
            group.addTask { await glass.show(host, in: languages) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Leaves the app for another place of the system; web pages open in the phone's browser.
    private func leave(for place: SystemPlace?) {
        guard phone.leaveApp(for: place), case .browser(let address) = place else { return }
        browser.open(address)
    }
}

extension SimulatedDevice {
    /// The app version of the next process.
    var installedVersion: String { settings.appVersion ?? AppRelease.released }
}
