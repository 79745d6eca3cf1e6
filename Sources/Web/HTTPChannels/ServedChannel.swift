// SPDX-License-Identifier: EUPL-1.2

package import HummingbirdCore
package import Logging
package import NIOCore
import Synchronization

/// Connections of a server, each of which is closed even if the server stops after accepting and before serving it.
///
/// A cancelled server drops these connections, and the framework ends the process when a connection is dropped (apple/swift-nio issue
/// 2813). Here a dropped connection is closed and then served to its end.
package struct ServedChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// An accepted connection.
    package final class Accepted: ServerChildChannelValue {
        fileprivate let value: Base.Value
        private let base: Base
        private let logger: Logger
        private let isServed = Mutex(false)

        fileprivate init(_ value: Base.Value, _ base: Base, _ logger: Logger) {
            self.value = value
            self.base = base
            self.logger = logger
        }

        /// The channel of the accepted connection.
        package var channel: any Channel { value.channel }

        fileprivate func serve(_ body: (Base.Value) async -> Void) async {
            isServed.withLock { $0 = true }
            await body(value)
        }

        deinit {
            guard !isServed.withLock({ $0 }) else { return }
            value.channel.close(promise: nil)
            _ = value.channel.eventLoop.makeFutureWithTask { [base, value, logger] in await base.handle(value: value, logger: logger) }
        }
    }

    private let base: Base
    private let executors: EventLoopExecutors?

    /// - Parameters:
    ///   - base: serves the connections.
    ///   - executors: serve each connection on its own event loop; nil for Swift's own threads.
    package init(_ base: Base, on executors: EventLoopExecutors? = nil) {
        self.base = base
        self.executors = executors
    }

    /// Sets up a connection.
    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Accepted> {
        base.setup(channel: channel, logger: logger).map { Accepted($0, base, logger) }
    }

    /// Serves a connection until its end.
    package func handle(value: Accepted, logger: Logger) async {
        await withTaskExecutorPreference(executors?.executor(of: value.channel.eventLoop)) {
            await value.serve { await base.handle(value: $0, logger: logger) }
        }
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 over connections that are never dropped.
    ///
    /// - Parameters:
    ///   - executors: serve each connection on its own event loop; nil for Swift's own threads.
    ///   - wrap: adds a layer such as TLS.
    package static func served(
        _ configuration: HTTP1Channel.Configuration, on executors: EventLoopExecutors? = nil,
        over wrap: @escaping @Sendable (HTTP1Channel) throws -> any ServerChildChannel = { $0 }
    ) -> HTTPServerBuilder {
        @Sendable func served(_ channel: some ServerChildChannel) -> any ServerChildChannel { ServedChannel(channel, on: executors) }
        return HTTPServerBuilder { responder in served(try wrap(HTTP1Channel(responder: responder, configuration: configuration))) }
    }
}
