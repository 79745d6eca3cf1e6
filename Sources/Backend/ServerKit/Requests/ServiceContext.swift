// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import NIOCore

/// A request's context that knows the request's name in the log.
package protocol CorrelatedContext: RequestContext {
    /// The name, for support; empty until `AnswerMiddleware` has given it.
    var correlationID: String { get set }
}

/// What belongs to one request, for servers that need no more.
package struct ServiceContext: CorrelatedContext, RemoteAddressRequestContext {
    /// The framework's part.
    package var coreContext: CoreRequestContextStorage
    /// Who is connected; nil in tests without a socket.
    package let remoteAddress: SocketAddress?
    /// The request's name in the log.
    package var correlationID = ""

    /// The context of a new request.
    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
