// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import NIOCore
import ServerKit

/// What belongs to one request.
package struct PortalContext: CorrelatedContext, RemoteAddressRequestContext {
    /// The framework's part.
    package var coreContext: CoreRequestContextStorage
    /// Who is connected; nil in tests without a socket.
    package let remoteAddress: SocketAddress?
    /// The language to answer in.
    var language = PortalLanguage.dutch
    /// The request's name in the log, for support.
    package var correlationID = ""

    /// The context of a new request.
    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
