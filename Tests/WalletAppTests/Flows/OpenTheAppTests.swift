// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// UC1.2 Open the app.
@Suite(.timeLimit(.minutes(20)))
struct OpenTheAppTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage() }

    /// Launches the app; the script begins after the splash screen.
    private func launch(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void = { _ in }) async throws -> UseCase {
        try await stage.play({ try await OpenTheApp($0).run() }) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await script(glass)
        }
    }

    @Test func `LTC34 a wallet without a remote PIN begins with the introduction`() async throws {
        #expect(try await launch() == .introduceTheApp(.addingCards))
    }

    @Test func `LTC32 a registered wallet continues from the splash screen to unlocking`() async throws {
        stage.wallet.script { $0.hasRemotePIN = true }
        #expect(try await launch() == .unlockTheApp)
    }

    @Test func `the splash screen is shown for one second of the phone's clock`() async throws {
        let start = stage.clock.now
        _ = try await stage.play({ try await OpenTheApp($0).run() }) { glass in
            let splash = try await glass.sees(Splash())
            #expect(splash.top.controls.isEmpty)
            stage.clock.advance(by: 0.999)
            #expect(stage.host.current == splash)
            stage.clock.advance(by: 0.001)
        }
        #expect(stage.clock.deadlines == [start.addingTimeInterval(1)])
    }

    @Test func `a rooted phone is refused with the reason until it is no longer rooted`() async throws {
        stage.wallet.script { $0.isDeviceRooted = true }
        let next = try await launch { glass in
            try await glass.sees(DeviceInsecure(insecurity: .rooted), presses: "DeviceInsecure.help")
            try await glass.sees(HelpPage(topic: "error.deviceInsecure"), presses: "1a")
            try await glass.sees(DeviceInsecure(insecurity: .rooted), presses: "DeviceInsecure.retry")
            try await glass.sees(DeviceInsecure(insecurity: .rooted))
            stage.wallet.script { $0.isDeviceRooted = false }
            stage.press("error/DeviceInsecure.retry")
        }
        #expect(next == .introduceTheApp(.addingCards))
    }

    @Test(arguments: [
        (WalletCoreError.Code.storeDamaged, StoreProblem.Problem.damaged), (.storeTooNew, .tooNew), (.storeFull, .full),
        (.notAvailableYet, .phoneLocked),
    ])
    func `a store that cannot be used is named, and is opened once it is usable`(
        _ code: WalletCoreError.Code, _ problem: StoreProblem.Problem
    ) async throws {
        stage.wallet.script { $0.hasRemotePIN = true }
        stage.wallet.fails(.initialize, code, code)
        let next = try await launch { glass in
            try await glass.sees(StoreProblem(problem: problem), presses: "Generic.help")
            try await glass.sees(HelpPage(topic: "error.store"), presses: "1a")
            try await glass.sees(StoreProblem(problem: problem), presses: "Generic.retry")
            try await glass.sees(StoreProblem(problem: problem), presses: "Generic.retry")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.wallet.calls == [.initialize, .initialize, .initialize])
    }

    @Test func `the app opens without a press once the phone reports its first unlock`() async throws {
        stage.wallet.script { $0.hasRemotePIN = true }
        stage.wallet.fails(.initialize, .notAvailableYet)
        let next = try await launch { glass in
            try await glass.sees(StoreProblem(problem: .phoneLocked))
            stage.context.supervision.presence.change { $0.note(.protectedDataDidBecomeAvailable) }
        }
        #expect(next == .unlockTheApp)
        #expect(stage.wallet.calls == [.initialize, .initialize])
    }

    @Test func `failing hardware is named, not taken for a full disk, and the app opens once it answers`() async throws {
        stage.wallet.script { $0.hasRemotePIN = true }
        stage.wallet.fails(.initialize, .hardwareFailed)
        let next = try await launch { glass in
            try await glass.sees(StoreProblem(problem: .hardwareFailed), presses: "Generic.help")
            try await glass.sees(HelpPage(topic: "error.hardwareFailed"), presses: "1a")
            try await glass.sees(StoreProblem(problem: .hardwareFailed), presses: "Generic.retry")
        }
        #expect(next == .unlockTheApp)
    }

    @Test func `a copy of another phone's wallet is named, offers no retry, and can be deleted`() async throws {
        stage.wallet.script { $0.hasRemotePIN = true }
        stage.wallet.fails(.initialize, .storeOfOtherPhone)
        let rows = Presentation.Drawn(StoreProblem(problem: .otherPhone)).controls
        #expect(rows.contains("error/Generic.delete") && !rows.contains("error/Generic.retry"))
        let next = try await launch { glass in
            try await glass.sees(StoreProblem(problem: .otherPhone), presses: "Generic.help")
            try await glass.sees(HelpPage(topic: "error.otherPhone"), presses: "1a")
            try await glass.sees(StoreProblem(problem: .otherPhone), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "UC9.4/1.1a")
        }
        #expect(next == .introduceTheApp(.addingCards))
        #expect(stage.wallet.calls == [.initialize, .wipe, .initialize])
    }

    @Test(arguments: [(WalletCoreError.Code.storeDamaged, StoreProblem.Problem.damaged), (.storeTooNew, .tooNew)])
    func `a wallet whose store cannot be opened is deleted after a confirmation, and the app starts as new`(
        _ code: WalletCoreError.Code, _ problem: StoreProblem.Problem
    ) async throws {
        stage.wallet.script { $0.hasRemotePIN = true }
        stage.wallet.fails(.initialize, code)
        let next = try await launch { glass in
            try await glass.sees(StoreProblem(problem: problem), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "UC9.4/1.1b")
            #expect(stage.wallet.calls == [.initialize])
            try await glass.sees(StoreProblem(problem: problem), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "UC9.4/1.1a")
        }
        #expect(next == .introduceTheApp(.addingCards))
        #expect(stage.wallet.calls == [.initialize, .wipe, .initialize])
        #expect(stage.rows.contains("error/Generic.delete") && stage.rows.contains("startup/2.2a"))
    }

    @Test func `if a wallet cannot be deleted yet, the user can try to delete it again`() async throws {
        stage.wallet.script { $0.hasRemotePIN = true }
        stage.wallet.fails(.initialize, .storeDamaged)
        stage.wallet.fails(.wipe, .storeFull)
        let next = try await launch { glass in
            try await glass.sees(StoreProblem(problem: .damaged), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "UC9.4/1.1a")
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
        }
        #expect(next == .introduceTheApp(.addingCards))
        #expect(stage.wallet.calls == [.initialize, .wipe, .wipe, .initialize])
    }

    @Test(arguments: [StoreProblem.Problem.full, .hardwareFailed, .notErased])
    func `a full phone, failing hardware and a wallet that is being erased are no reason to offer deletion`(
        _ problem: StoreProblem.Problem
    ) {
        let rows = Presentation.Drawn(StoreProblem(problem: problem)).controls
        #expect(rows.contains("error/Generic.retry") && !rows.contains("error/Generic.delete"))
    }

    @Test(arguments: [WalletCoreError.Code.storeFull, .unexpected])
    func `a deleted wallet that cannot be erased yet has its own message`(_ code: WalletCoreError.Code) async throws {
        let status = WalletStatus.revoked(.byUser, canRegisterNewWallet: true)
        stage.wallet.statuses.set(status)
        stage.wallet.fails(.initialize, code, code)
        try await stage.playUntilKilled({ _ = try await OpenTheApp($0).run() }) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(StoreProblem(problem: .notErased), presses: "Generic.help")
            try await glass.sees(HelpPage(topic: "error.notErased"), presses: "1a")
            try await glass.sees(StoreProblem(problem: .notErased), presses: "Generic.retry")
            try await glass.sees(StoreProblem(problem: .notErased), presses: "Generic.retry")
            try await glass.sees(WalletDeleted())
        }
    }

    @Test(arguments: ["Generic.retry", "Generic.restart"])
    func `after any unexpected error the core is opened again`(_ control: String) async throws {
        stage.wallet.fails(.initialize, .platformMissing)
        let next = try await launch { glass in
            try await glass.sees(GenericError(code: "S-01"), presses: control)
        }
        #expect(next == .introduceTheApp(.addingCards))
        #expect(stage.wallet.calls == [.initialize, .initialize])
    }

    @Test func `the app waits for a core that is erasing a revoked wallet, and then rebinds`() async throws {
        stage.wallet.fails(.initialize, .alreadyInitialized)
        let gate = stage.wallet.holds(.initialize)
        defer { gate.open() }
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        stage.wallet.script { $0.onCall = { called.yield() } }
        let next = try await launch { _ in
            for await _ in calls { break }
            stage.wallet.script { $0.isInitialized = true }
            gate.open()
        }
        #expect(next == .introduceTheApp(.addingCards))
        #expect(stage.wallet.calls == [.initialize, .rebind])
    }

    @Test func `a core that was still running is bound again, locked, and not initialised twice`() async throws {
        stage.wallet.script { script in
            script.isInitialized = true
            script.isUnlocked = true
        }
        _ = try await launch()
        #expect(stage.wallet.calls == [.rebind])
        #expect(!stage.wallet.present.isUnlocked)
    }

    @Test func `the core opens its store during the splash screen, so that its requests start early`() async throws {
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        stage.wallet.script { $0.onCall = { called.yield() } }
        try await stage.playUntilKilled({ _ = try await OpenTheApp($0).run() }) { glass in
            try await glass.sees(Splash())
            for await _ in calls { break }
        }
        #expect(stage.wallet.calls == [.initialize])
        #expect(!stage.rows.contains("UC1.2/2.1a"))
    }

    @Test func `on a rooted phone the core does not open its store`() async throws {
        stage.wallet.script { $0.isDeviceRooted = true }
        try await stage.playUntilKilled({ _ = try await OpenTheApp($0).run() }) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(DeviceInsecure(insecurity: .rooted))
        }
        #expect(stage.wallet.calls.isEmpty)
        #expect(!stage.rows.contains("startup/2.2"))
    }

    @Test func `a store that could not be opened during the splash screen is opened again only when the user retries`() async throws {
        stage.wallet.fails(.initialize, .storeFull)
        try await stage.playUntilKilled({ _ = try await OpenTheApp($0).run() }) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(StoreProblem(problem: .full))
        }
        #expect(stage.wallet.calls == [.initialize])
    }

    @Test func `an app that is killed while the core opens its store takes no further step`() async throws {
        let gate = stage.wallet.holds(.initialize)
        defer { gate.open() }
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        stage.wallet.script { $0.onCall = { called.yield() } }
        try await stage.playUntilKilled({ _ = try await OpenTheApp($0).run() }) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            for await _ in calls { break }
        }
        #expect(stage.wallet.calls == [.initialize])
        #expect(!stage.rows.contains("UC1.2/2.4"))
    }

    // MARK: Resume

    @Test func `an app that resumes before a PIN exists continues its flow`() async throws {
        stage.wallet.begin(in: .empty)
        _ = try await OpenTheApp(stage.context).resume()
        #expect(stage.rows == ["UC1.2/1.1", "UC1.2/1.1b", "UC1.2/3.1", "UC1.2/3.1b"])
    }

    @Test func `an app that resumes locked still shows the lock`() async throws {
        stage.wallet.begin(in: .locked)
        stage.context.supervision.isOpened.set(true)
        _ = try await OpenTheApp(stage.context).resume()
        #expect(stage.rows.suffix(3) == ["UC1.2/3.1a", "UC1.2/3.2", "UC1.2/3.2b"])
        #expect(stage.host.current == nil)
    }

    @Test(arguments: [true, false])
    func `an app that resumes locked goes to no unlock while a PIN is recovered, nor before it has opened`(isOpened: Bool) async throws {
        stage.wallet.begin(in: .locked)
        let (context, resumption) = (stage.context, OpenTheApp(stage.context))
        context.supervision.isOpened.set(isOpened)
        if isOpened {
            _ = try await context.supervision.cover.withheld { try await resumption.resume() }
        } else {
            _ = try await resumption.resume()
        }
        #expect(stage.rows == ["UC1.2/1.1", "UC1.2/1.1b", "UC1.2/3.1", "UC1.2/3.1a"])
        // After the recovery, and once the app has opened, the unlock follows.
        context.supervision.isOpened.set(true)
        _ = try await resumption.resume()
        #expect(stage.rows.last == "UC1.2/3.2b")
    }

    @Test func `an app that resumes unlocked continues its flow`() async throws {
        stage.wallet.begin(in: .unlocked)
        _ = try await OpenTheApp(stage.context).resume()
        #expect(stage.rows.suffix(4) == ["UC1.2/3.2", "UC1.2/3.2a", "UC1.2/3.3", "UC1.2/3.3b"])
    }
}
