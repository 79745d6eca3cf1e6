// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Ends a connection whose client sends requests and does not read the answers.
///
/// Two limits hold: the requests that are at work at once, and the time in which an answer is written. A client that sends requests ahead
/// and reads nothing would otherwise have its requests carried out for as long as the system's buffers take the answers, which are megabytes,
/// and would keep its connection after that.
///
/// - SeeAlso: threat list, F-S10.
package final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    /// Parts of requests come in.
    package typealias InboundIn = HTTPRequestPart
    /// They go on as they are.
    package typealias InboundOut = HTTPRequestPart
    /// Parts of answers go out.
    package typealias OutboundIn = HTTPResponsePart
    /// They go on as they are.
    package typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private let table: ConnectionTable
    private let line = ConnectionLine()
    private var number: ConnectionTable.Number?
    private var hasBegun = false
    private var isCut = false
    /// Requests whose answer is not out yet.
    private var requests = 0
    /// Answers that were begun and are not out yet.
    private var answers = 0
    private var deadline: Scheduled<Void>?

    /// A handler of one connection.
    package init(_ limits: ConnectionLimits, table: ConnectionTable) {
        self.limits = limits
        self.table = table
    }

    /// Begins when the connection is open already.
    package func handlerAdded(context: ChannelHandlerContext) {
        // A pipeline that ends already takes no handler, and needs none.
        try? context.pipeline.syncOperations.addHandler(line, position: .first)
        if context.channel.isActive { begin(context) }
    }

    /// Begins.
    package func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    /// Counts requests. Those behind a cut are dropped.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isCut else { return }
        if case .head = unwrapInboundIn(data) {
            requests += 1
            guard requests <= limits.maximumRequestsAtWork else { return cut(.tooManyRequests) }
            if let number { table.note(number, isAtWork: true) }
        }
        context.fireChannelRead(data)
    }

    /// Measures the time from the beginning of an answer until the system has taken all of it.
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

    /// The connection ended by itself, or was cut.
    package func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    /// The pipeline ends.
    package func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func begin(_ context: ChannelHandlerContext) {
        guard !hasBegun else { return }
        hasBegun = true
        // Small pieces: whatever was read is parsed as a whole before the next connection has its turn. Small answers: what waits for a client
        // that does not read is the system's memory. An option that cannot be set is no reason to refuse the client.
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
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.answerTime)) { self.cut(.unreadAnswer) }
    }

    private func answerIsOut(_ context: ChannelHandlerContext) {
        requests -= 1
        answers -= 1
        if answers > 0 { return startDeadline(context) }
        deadline?.cancel()
        deadline = nil
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
        deadline?.cancel()
        deadline = nil
        guard hasBegun else { return }
        hasBegun = false
        isCut = true
        table.close(number)
        number = nil
    }
}

/// The end of a connection at the socket: in front of TLS, which would wait for the client to take its leave.
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
