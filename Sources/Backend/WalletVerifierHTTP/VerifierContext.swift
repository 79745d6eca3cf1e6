// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import NIOCore
package import ServerKit

/// The context of one request.
package struct VerifierContext: CorrelatedContext, LimitedContext {
    /// The context of the web framework.
    package var coreContext: CoreRequestContextStorage
    /// The address of the client or proxy; nil in tests without a socket.
    package let remoteAddress: SocketAddress?
    /// The request's id in the log.
    package var correlationID = ""
    /// Receives the name of the party.
    package let notes: RequestNotes? = RequestNotes()
    /// The key under which the client's requests are counted. It has no other use and is never logged.
    package var addressBucket = ""
    /// The language of pages.
    var language = PageLanguage.english

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
