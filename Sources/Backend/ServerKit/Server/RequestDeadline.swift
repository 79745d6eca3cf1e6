// SPDX-License-Identifier: EUPL-1.2

package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose request does not come to its end in time.
///
/// Whoever reads a body has a limit of his own, and answers when it is over. This is for what is left then, and for what was refused before it
/// was read: the framework goes on reading a body that nobody wants, for as long as a byte comes now and then.
///
/// - SeeAlso: threat list, F-S10 and F-S12.
package final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    /// Parts of requests come in.
    package typealias InboundIn = HTTPRequestPart
    /// They go on as they are.
    package typealias InboundOut = HTTPRequestPart

    private let time: TimeAmount
    private var closing: Scheduled<Void>?

    /// A handler of one connection.
    ///
    /// - Parameter time: from a request's header to its end.
    package init(_ time: Duration) {
        self.time = TimeAmount(time)
    }

    /// Begins to wait at a header, and stops at the request's end.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            closing?.cancel()
            closing = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
        case .body: break
        case .end: cancel()
        }
        context.fireChannelRead(data)
    }

    /// The connection is gone by itself.
    package func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    /// Nobody waits any longer.
    package func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func cancel() {
        closing?.cancel()
        closing = nil
    }
}

@available(*, unavailable)
extension RequestDeadline: Sendable {}
