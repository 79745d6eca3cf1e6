// SPDX-License-Identifier: EUPL-1.2

package import NIOCore
package import NIOHTTPTypes

/// A handler that closes a connection if a request does not end in time.
///
/// It limits readers of bodies, without a task and a timer for each body. It also covers bodies of requests that were rejected unread, which
/// `UnreadBody` drops as long as bytes arrive.
///
/// - SeeAlso: threat list, F-S10 and F-S12.
package final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    /// Parts of requests.
    package typealias InboundIn = HTTPRequestPart
    /// The same parts, unchanged.
    package typealias InboundOut = HTTPRequestPart

    private let time: TimeAmount
    private var closing: Scheduled<Void>?

    /// Creates the handler of one connection.
    ///
    /// - Parameter time: the time limit from a request's header to its end.
    package init(_ time: Duration) {
        self.time = TimeAmount(time)
    }

    /// Starts the timer at a request's header and stops it at its end.
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

    /// Stops the timer when the connection has ended.
    package func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    /// Stops the timer when the pipeline closes.
    package func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func cancel() {
        closing?.cancel()
        closing = nil
    }
}

@available(*, unavailable)
extension RequestDeadline: Sendable {}
