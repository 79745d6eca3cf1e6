// SPDX-License-Identifier: EUPL-1.2

package import NIOCore

/// Runs tasks on the thread of an event loop.
///
/// A task that serves a connection on the loop of the connection changes threads neither to receive a request nor to send its answer.
/// Such a task must never block, because all connections of the loop would wait.
package final class EventLoopExecutor: TaskExecutor {
    let eventLoop: any EventLoop

    package init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Queues a job behind the loop's work.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// The executors of a group of event loops, one for each loop. They must outlive all tasks that prefer them.
package struct EventLoopExecutors: Sendable {
    package let group: any EventLoopGroup
    package let all: [EventLoopExecutor]

    package init(_ group: any EventLoopGroup) {
        self.group = group
        all = group.makeIterator().map(EventLoopExecutor.init)
    }

    /// Returns the executor of a loop; nil for a loop of another group.
    package func executor(of eventLoop: any EventLoop) -> EventLoopExecutor? { all.first { $0.eventLoop === eventLoop } }
}
