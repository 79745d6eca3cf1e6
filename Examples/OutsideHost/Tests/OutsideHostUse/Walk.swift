// SPDX-License-Identifier: EUPL-1.2

import DemoServers
import Foundation
import OutsideHost
import PlatformSupport
import Testing
import WalletApp
import WalletConfiguration
import WalletCore
import WalletFlows

/// A person's walk from the first start over a card and the lock to the unlock, in one process of the app.
struct Walk {
    let phone: any PhoneInHand
    let platform: Platform
    let servers: DemoServers

    /// Walks, and checks that the person saw the expected screens.
    ///
    /// - Parameter launch: starts a process of the app with this body, and returns when it has ended.
    func run(launch: (@escaping @Sendable (AppProcess) async -> Void) async -> Void) async throws {
        // snippet.engine
        let engine = try WalletEngine(
            configuration: servers.file("configuration.json"), signers: servers.file("signers.json"),
            // Other tests keep this machine busy. An app leaves it out.
            answerBudget: .seconds(60))
        // snippet.end
        let person = Person(at: phone, with: engine)
        let (places, left) = AsyncStream.makeStream(of: OutsidePlace.self)
        let brand = try #require(Brand.outside)
        // snippet.process
        let process = try WalletProcess(
            engine, brand: brand, platform: platform, language: { .english }, show: { await person.use($0) },
            leave: { left.yield($0) })
        // snippet.end
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [phone, servers] in
                for await place in places {
                    guard case .browser(let address) = place else { continue }
                    phone.leaveApp()
                    phone.open(try await Browser(trusting: servers.issuerRoot).logIn(at: address.text))
                }
            }
            await launch { started in
                await process.run(started.patient)
                left.finish()
            }
            try await group.waitForAll()
        }
        let seen = await person.seen
        let screens = seen.map(\.name)
        let milestones = ["ChoosePIN", "RepeatPIN", "ConfirmDeletionCode", "VerifyYourData", "Dashboard", "OpenWithPIN"]
        #expect(milestones.filter { !screens.contains($0) } == [], "the person saw \(screens)")
        #expect(await person.hasSeenLock)
        #expect(await person.hasUnlocked)
        #expect(try JSONDecoder().decode([DrawnScreen].self, from: JSONEncoder().encode(seen)) == seen)
        let drawings = seen.map { TextGlass(look: brand.look).draw($0) }
        #expect(drawings.contains { $0.contains("\u{1B}[38;2;127;221;187m# ") }, "no title has the brand's colour")
        #expect(!drawings.contains { $0.contains("(not drawn yet)") })
        #expect(drawings.contains { $0.contains("▤") }, "no card was drawn")
    }
}
