// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import NIOCore
import ServerKit

/// What belongs to one request.
package struct ProviderContext: CorrelatedContext, RemoteAddressRequestContext {
    /// The framework's part.
    package var coreContext: CoreRequestContextStorage
    /// Who is connected; nil in tests without a socket.
    package let remoteAddress: SocketAddress?
    /// The request's name in the log.
    package var correlationID = ""
    /// By what the client's requests are counted; for nothing else, and for no log.
    var addressBucket = ""

    /// The context of a new request.
    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
