// SPDX-License-Identifier: EUPL-1.2

import ServerKit
import Synchronization
import TestEnvironment
import Testing

struct RepeatedWorkTests {
    @Test func `it is done at once, again after each interval, and not before`() async {
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

    @Test func `cancelled it ends, while it waits and before it has begun`() async {
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

    @Test func `nothing of what a service holds is written where it is named`() {
        struct Keeper: NamedService {
            let secret = "canary"
            func run() {}
        }
        #expect("\(RepeatedWork(every: .seconds(1)) {})" == "RepeatedWork")
        #expect("\(Keeper())" == "Keeper")
    }
}
