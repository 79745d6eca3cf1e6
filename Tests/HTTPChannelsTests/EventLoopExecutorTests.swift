// SPDX-License-Identifier: EUPL-1.2

import HTTPChannels
import NIOCore
import NIOPosix
import Testing

struct EventLoopExecutorTests {
    private let executors = EventLoopExecutors(.singletonMultiThreadedEventLoopGroup)

    /// True on the thread of this loop.
    private func isOn(_ executor: EventLoopExecutor) async -> Bool {
        let current = MultiThreadedEventLoopGroup.currentEventLoop
        return current.map { executors.executor(of: $0) === executor } ?? false
    }

    @Test func `a task runs on its event loop, also after waits and in child tasks`() async {
        for executor in executors.all {
            let places = await withTaskExecutorPreference(executor) {
                var places = [await isOn(executor)]
                await Task.yield()
                places.append(await isOn(executor))
                // Another thread ends this wait.
                await withCheckedContinuation { continuation in
                    NIOThreadPool.singleton.submit { _ in continuation.resume() }
                }
                places.append(await isOn(executor))
                async let child = isOn(executor)
                return places + [await child]
            }
            #expect(places == [true, true, true, true])
        }
        #expect(await isOn(executors.all[0]) == false)
    }

    @Test func `an event loop of another group has no executor`() async throws {
        let other = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        #expect(executors.executor(of: other.next()) == nil)
        #expect(EventLoopExecutors(other).executor(of: other.next()) != nil)
        try await other.shutdownGracefully()
    }
}
