// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import NIOCore

/// A request context with the request's correlation id.
package protocol CorrelatedContext: RequestContext {
    /// The correlation id, for support; empty until `AnswerMiddleware` sets it.
    var correlationID: String { get set }
    /// Collects the data that a handler adds to the request's log line, until `AnswerMiddleware` writes the line. All copies of the context
    /// share it. Nil on a server whose handlers add no data.
    var notes: RequestNotes? { get }
}

extension CorrelatedContext {
    /// Nil: the handlers add no data to log lines.
    package var notes: RequestNotes? { nil }
}

/// The request context of servers without further data.
package struct ServiceContext: CorrelatedContext, RemoteAddressRequestContext {
    /// The context of the web framework.
    package var coreContext: CoreRequestContextStorage
    /// The address of the client or proxy; nil in tests without a socket.
    package let remoteAddress: SocketAddress?
    /// The request's id in the log.
    package var correlationID = ""

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
