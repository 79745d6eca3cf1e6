// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// A handler that ends a connection whose client sends requests without reading the answers.
///
/// It limits the number of concurrent requests and the time for writing an answer. Without these limits, a client that reads nothing would
/// have its requests carried out until the system's buffers, which take megabytes, are full, and would then keep its connection.
///
/// - SeeAlso: threats-and-faults.md, F-S10.
package final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    /// Parts of requests.
    package typealias InboundIn = HTTPRequestPart
    /// Parts of requests, passed on unchanged.
    package typealias InboundOut = HTTPRequestPart
    /// Parts of answers.
    package typealias OutboundIn = HTTPResponsePart
    /// Parts of answers, passed on unchanged.
    package typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private let table: ConnectionTable
    private let line = ConnectionLine()
    private var number: ConnectionTable.Number?
    private var hasBegun = false
    private var isCut = false
    /// The number of requests whose answer has not been sent.
    private var requests = 0
    /// The number of answers that were started but have not been sent.
    private var answers = 0
    /// Limits the writing of an answer.
    private let answerLimit: TimeLimit
    private var isStopping = false

    /// Time for a client to confirm the end of its TLS session while the server stops.
    private static let closingTime = TimeAmount.milliseconds(100)

    /// Creates the handler of one connection.
    package init(_ limits: ConnectionLimits, _ timeouts: Timeouts, table: ConnectionTable) {
        self.limits = limits
        answerLimit = TimeLimit(timeouts.unreadAnswer)
        self.table = table
    }

    /// Starts if the connection is already open.
    package func handlerAdded(context: ChannelHandlerContext) {
        // A pipeline that is already closing accepts no handler and needs none.
        try? context.pipeline.syncOperations.addHandler(line, position: .first)
        if context.channel.isActive { begin(context) }
    }

    /// Starts when the connection opens.
    package func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    /// Counts requests. After a cut, further requests are dropped.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isCut else { return }
        if case .head = unwrapInboundIn(data) {
            requests += 1
            guard requests <= limits.maximumRequestsAtWork else { return cut(.tooManyRequests) }
            if let number { table.note(number, isAtWork: true) }
        }
        context.fireChannelRead(data)
    }

    /// Measures the time from the start of an answer until the operating system has taken the whole answer.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            answers += 1
            if answers == 1 { startDeadline(context) }
            context.write(data, promise: promise)
        case .head, .body: context.write(data, promise: promise)
        case .end:
            let promise = promise ?? context.eventLoop.makePromise()
            promise.futureResult.assumeIsolated().whenSuccess { self.answerIsOut(context) }
            context.write(data, promise: promise)
        }
    }

    /// Ends an idle connection when the server stops. A connection with a running request ends after its answers.
    ///
    /// The framework closes the connection as well, but TLS then waits for the client, and a handshake in progress is not closed.
    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isStopping = true
            if requests == 0 { endSoon(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Ends an idle connection when the server is cancelled: the framework then closes the input of every connection. TLS cannot do that,
    /// so a connection that waits for its client would stay until the client or a time limit ends it.
    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .input {
            isStopping = true
            if requests == 0 { endSoon(context) }
        }
        context.close(mode: mode, promise: promise)
    }

    private func endSoon(_ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.closingTime) {
            // The client may have sent another request in this time.
            if self.requests == 0 { self.hangUp() }
        }
    }

    /// Notes the end of the connection.
    package func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    /// Notes that the pipeline has been closed.
    package func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func begin(_ context: ChannelHandlerContext) {
        guard !hasBegun else { return }
        hasBegun = true
        // Read small pieces, because all data read at once is parsed before the next connection gets its turn. Limit the send buffer,
        // because unread answers occupy system memory. A failure to set an option is no reason to reject the client.
        try? context.channel.syncOptions?.setOption(
            .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 8192))
        try? context.channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: 128 * 1024)
        let me = NIOLoopBound(self, eventLoop: context.eventLoop)
        number = table.open(from: context.channel.remoteAddress) {
            me.eventLoop.execute { me.value.hangUp() }
        }
        if number == nil { hangUp() }
    }

    private func startDeadline(_ context: ChannelHandlerContext) {
        if let number { table.note(number, isWriting: true) }
        answerLimit.start(on: context.eventLoop) { self.cut(.unreadAnswer) }
    }

    private func answerIsOut(_ context: ChannelHandlerContext) {
        // The framework answers 400 to bytes that are no request, which no one has counted.
        requests = max(0, requests - 1)
        answers -= 1
        if answers > 0 { return startDeadline(context) }
        answerLimit.stop()
        if isStopping, requests == 0 { endSoon(context) }
        guard let number else { return }
        table.note(number, isWriting: false)
        if requests == 0 { table.note(number, isAtWork: false) }
    }

    private func cut(_ reason: ConnectionCut) {
        guard !isCut else { return }
        table.noteCut(reason)
        hangUp()
    }

    private func hangUp() {
        isCut = true
        line.hangUp()
    }

    private func end() {
        answerLimit.cancel()
        guard hasBegun else { return }
        hasBegun = false
        isCut = true
        table.close(number)
        number = nil
    }
}

/// Ends a connection at the socket, below TLS, which would wait for the client's closing message.
private final class ConnectionLine: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func hangUp() { context?.close(promise: nil) }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}

@available(*, unavailable)
extension ConnectionLine: Sendable {}
