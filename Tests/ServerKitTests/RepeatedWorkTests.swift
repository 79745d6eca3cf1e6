// SPDX-License-Identifier: EUPL-1.2

import ServerKit
import Synchronization
import TestEnvironment
import Testing

struct RepeatedWorkTests {
    @Test func `the work runs immediately and then after each interval, not earlier`() async {
        let clock = ManualClock()
        let rounds = Mutex(0)
        let work = RepeatedWork(every: .seconds(60), by: clock) { rounds.withLock { $0 += 1 } }
        await withDiscardingTaskGroup { group in
            group.addTask { await work.run() }
            for round in 1...3 {
                #expect(await clock.nextSleep() == .seconds(60))
                clock.advance(by: .seconds(59))
                #expect(rounds.withLock { $0 } == round)
                clock.advance(by: .seconds(1))
            }
            group.cancelAll()
        }
    }

    @Test func `cancellation ends the work while it waits and before its start`() async {
        let clock = ManualClock()
        let rounds = Mutex(0)
        let work = RepeatedWork(every: .seconds(60), by: clock) { rounds.withLock { $0 += 1 } }
        await withDiscardingTaskGroup { group in
            group.addTask { await work.run() }
            _ = await clock.nextSleep()
            group.cancelAll()
        }
        #expect(rounds.withLock { $0 } == 1)
        await withDiscardingTaskGroup { group in
            group.cancelAll()
            group.addTask { await work.run() }
        }
        #expect(rounds.withLock { $0 } <= 2)
    }

    @Test func `a service's description contains none of its properties`() {
        struct Keeper: NamedService {
            let secret = "canary"
            func run() {}
        }
        #expect("\(RepeatedWork(every: .seconds(1)) {})" == "RepeatedWork")
        #expect("\(Keeper())" == "Keeper")
    }
}
