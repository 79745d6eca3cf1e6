// SPDX-License-Identifier: EUPL-1.2

package import NIOCore
package import NIOHTTPTypes

/// A handler that closes a connection if a request does not end in time.
///
/// It limits readers of bodies, without a task and a timer for each body. It also covers bodies of requests that were rejected unread,
/// which `UnreadBody` drops as long as bytes arrive.
///
/// - SeeAlso: threats-and-faults.md, F-S10 and F-S12.
package final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    /// Parts of requests.
    package typealias InboundIn = HTTPRequestPart
    /// The same parts, unchanged.
    package typealias InboundOut = HTTPRequestPart

    private let limit: TimeLimit

    /// Creates the handler of one connection.
    ///
    /// - Parameter time: the time limit from a request's header to its end.
    package init(_ time: Duration) {
        limit = TimeLimit(time)
    }

    /// Starts the timer at a request's header and stops it at its end.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: limit.start(on: context.eventLoop) { context.close(promise: nil) }
        case .body: break
        case .end: limit.stop()
        }
        context.fireChannelRead(data)
    }

    /// Stops the timer when the connection has ended.
    package func channelInactive(context: ChannelHandlerContext) {
        limit.cancel()
        context.fireChannelInactive()
    }

    /// Stops the timer when the pipeline closes.
    package func handlerRemoved(context: ChannelHandlerContext) { limit.cancel() }
}

@available(*, unavailable)
extension RequestDeadline: Sendable {}
