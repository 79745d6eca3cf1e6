// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import TestEnvironment
import Testing
import WalletCore

@testable import WalletFlows

/// The user interfaces of one process, one after the other over one engine.
@Suite(.timeLimit(.minutes(20)))
struct UserInterfacesTests {
    private let engine: WalletEngine
    private let process: AppProcess
    private let system: AsyncStream<AppLifecycleEvent>.Continuation

    init() throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        self.system = system
        engine = try WalletEngine.sample()
        process = AppProcess(bridges: BarePhone(storageDirectory: "/").bridges, lifecycle: lifecycle, links: OpenedLinks())
    }

    @Test func `a destroyed user interface ends before the next begins, and each takes only the events of its own life`() async {
        let lives = Recorded(0)
        let told = Recorded<[String]>([])
        system.yield(.willResignActive)
        system.yield(.didEnterBackground)
        await UserInterfaces(engine: engine) { [system] events in
            let number = lives.change { (count: inout Int) -> Int in
                count += 1
                return count
            }
            told.change { $0.append("begin \(number)") }
            for await event in events {
                told.change { $0.append(event.rawValue) }
                if event == .didEnterBackground {
                    system.yield(.didDestroyUserInterface)
                    system.yield(.willCreateUserInterface)
                    system.yield(.didBecomeActive)
                }
                if event == .didBecomeActive { system.finish() }
            }
            told.change { $0.append("end \(number)") }
        }.run(process)
        #expect(told.value == ["begin 1", "willResignActive", "didEnterBackground", "end 1", "begin 2", "didBecomeActive", "end 2"])
    }

    @Test func `the end of the system's events cancels a user interface that waits for something else`() async {
        let ended = Recorded(false)
        await UserInterfaces(engine: engine) { [system] _ in
            let (forever, continuation) = AsyncStream.makeStream(of: Never.self)
            system.finish()
            for await _ in forever {}
            continuation.finish()
            ended.change { $0 = true }
        }.run(process)
        #expect(ended.value)
    }

    @Test func `a user interface that ends by itself takes no other with it`() async {
        let lives = Recorded(0)
        await UserInterfaces(engine: engine) { [system] _ in
            let number = lives.change { (count: inout Int) -> Int in
                count += 1
                return count
            }
            if number == 1 { system.yield(.willCreateUserInterface) } else { system.finish() }
        }.run(process)
        #expect(lives.value == 2)
    }
}
