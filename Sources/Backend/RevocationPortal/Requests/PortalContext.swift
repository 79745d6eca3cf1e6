// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import NIOCore
import ServerKit

/// The context of one request.
package struct PortalContext: CorrelatedContext, RemoteAddressRequestContext {
    /// The context of the web framework.
    package var coreContext: CoreRequestContextStorage
    /// The address of the client or proxy; nil in tests without a socket.
    package let remoteAddress: SocketAddress?
    /// The language of the answer.
    var language = PortalLanguage.english
    /// The request's id in the log, for support.
    package var correlationID = ""

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
