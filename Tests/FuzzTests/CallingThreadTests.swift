// SPDX-License-Identifier: EUPL-1.2

import FuzzTargets
import Synchronization
import Testing

/// `make fuzz` drives asynchronous targets from a synchronous function.
struct CallingThreadTests {
    /// The values that work has noted, in their order.
    private actor Notes {
        private(set) var values: [Int] = []

        func add(_ value: Int) { values.append(value) }
    }

    private final class Noted: Sendable {
        let values = Mutex<[Int]>([])
    }

    @Test func `work that suspends, calls an actor and has child tasks has ended when the call returns`() {
        let noted = Noted()
        CallingThread.run {
            let notes = Notes()
            await notes.add(1)
            await Task.yield()
            await withTaskGroup(of: Void.self) { group in
                for number in 2...4 { group.addTask { await notes.add(number) } }
            }
            let values = await notes.values
            noted.values.withLock { $0 = values }
        }
        let values = noted.values.withLock { $0.sorted() }
        #expect(values == [1, 2, 3, 4])
    }

    @Test func `every target ends on the calling thread`() throws {
        for target in FuzzTarget.all {
            let seeds = try target.seeds()
            let noted = Noted()
            CallingThread.run {
                for seed in seeds {
                    let outcome = try? await target.run(seed)
                    if outcome == .accepted { noted.values.withLock { $0.append(1) } }
                }
            }
            let accepted = noted.values.withLock(\.count)
            #expect(accepted > 0, "\(target.name)")
        }
    }
}
