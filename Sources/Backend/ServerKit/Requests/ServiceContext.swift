// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import NIOCore

/// A request context with the request's correlation id.
package protocol CorrelatedContext: RequestContext {
    /// The correlation id, for support; empty until `AnswerMiddleware` sets it.
    var correlationID: String { get set }
    /// What the request's work adds to its log line; nil if it adds nothing.
    var notes: RequestNotes? { get }
}

extension CorrelatedContext {
    /// Nil.
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
