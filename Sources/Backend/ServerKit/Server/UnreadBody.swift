// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// A handler that ends a connection after an answer that was sent before the request's body had arrived.
///
/// Such an answer refuses the request unread. The framework would then read the rest of the body through the connection's task, piece by
/// piece, and a client that reuses the connection would wait with its next request until all of it was read: on a busy machine longer than
/// its time limit. Here the answer announces the end of the connection (RFC 9112 section 9.6), the rest of the body is dropped as it
/// arrives, and the connection ends after it, so that no unread byte makes the system take back the answer. The idle limit, counted from
/// the answer, and `RequestDeadline` limit the time.
package final class UnreadBody: ChannelDuplexHandler, RemovableChannelHandler {
    /// Parts of requests.
    package typealias InboundIn = HTTPRequestPart
    /// The same parts, until the connection ends.
    package typealias InboundOut = HTTPRequestPart
    /// Parts of answers.
    package typealias OutboundIn = HTTPResponsePart
    /// The same parts; the last answer says that the connection ends.
    package typealias OutboundOut = HTTPResponsePart

    /// The number of requests that have begun to arrive.
    private var requests = 0
    /// The number of answers that have begun to be sent; they are in the order of the requests.
    private var answers = 0
    private var isBodyArriving = false
    /// The answer that is being sent is the last one of the connection.
    private var isLast = false
    /// The last answer is written: nothing more is read.
    private var isEnding = false
    /// The operating system has taken the last answer.
    private var isOut = false

    /// Creates the handler of one connection.
    package init() {}

    /// Passes on parts of requests, or drops them after the last answer.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            requests += 1
            isBodyArriving = true
        case .body: break
        case .end: isBodyArriving = false
        }
        guard isEnding else { return context.fireChannelRead(data) }
        closeWhenDone(context)
    }

    /// Passes on parts of answers, and announces the end of the connection in an answer to a request that is still arriving.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            answers += 1
            guard isBodyArriving, answers == requests else { return context.write(data, promise: promise) }
            isLast = true
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isLast:
            isEnding = true
            let promise = promise ?? context.eventLoop.makePromise()
            promise.futureResult.assumeIsolated().whenSuccess {
                self.isOut = true
                self.closeWhenDone(context)
            }
            context.write(data, promise: promise)
        case .head, .body, .end: context.write(data, promise: promise)
        }
    }

    private func closeWhenDone(_ context: ChannelHandlerContext) {
        if isOut, !isBodyArriving { context.close(promise: nil) }
    }
}

@available(*, unavailable)
extension UnreadBody: Sendable {}
