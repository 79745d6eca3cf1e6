// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import Synchronization

/// Accepts only requests to our own host name, and lets only our own page read or change state.
///
/// Requests for other host names that resolve to this machine (DNS rebinding) are misdirected. Cross-site requests are forbidden. The trace
/// changes nothing and contains no secret, so the address bar or a tool may read it too. Both need the session's secret.
struct OriginGuard: RouterMiddleware {
    /// The address of this server, known once it listens.
    let address: ServedAddress
    /// The paths of the page and its files, which contain no state.
    let publicPaths: Set<String>
    let relays: [BrowserRelay]

    @concurrent
    func handle(
        _ request: Request, context: BasicRequestContext, next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        // HTTPTypes removes the first Host from the fields; a second one remains there.
        guard let authority = address.authority, request.head.authority == authority, request.headers.values(of: "Host").isEmpty else {
            throw Refusal(.misdirectedRequest)
        }
        guard
            isPublic(request) || isFromOurPage(request) || isTraceAskedForByAPerson(request)
                || relays.contains(where: { $0.isFromFrame(request) })
        else {
            throw Refusal(.forbidden)
        }
        return try await next(request, context)
    }

    private func isPublic(_ request: Request) -> Bool {
        (request.method == .get || request.method == .head) && publicPaths.contains(request.uri.path)
    }

    private func isFromOurPage(_ request: Request) -> Bool {
        request.headers.values(of: "Sec-Fetch-Site") == ["same-origin"] && hasOurOrigin(request)
    }

    /// Browsers send `none` only for an address typed by a person; command-line tools send no such header. A request from another site has
    /// the value `cross-site`.
    private func isTraceAskedForByAPerson(_ request: Request) -> Bool {
        let sites = request.headers.values(of: "Sec-Fetch-Site")
        return request.method == .get && request.head.path == "/trace" && (sites.isEmpty || sites == ["none"]) && hasOurOrigin(request)
    }

    private func hasOurOrigin(_ request: Request) -> Bool {
        let origins = request.headers.values(of: "Origin")
        // Browsers omit Origin from same-site reads.
        return origins.isEmpty ? request.method == .get : origins == [address.origin]
    }
}

/// The served address: always 127.0.0.1, and the port once it is known.
final class ServedAddress: Sendable {
    private let port = Mutex<Int?>(nil)

    /// Sets the port once the server listens.
    func set(port: Int) { self.port.withLock { $0 = port } }

    /// `127.0.0.1:port`; nil before the server listens.
    var authority: String? { port.withLock { $0.map { "127.0.0.1:\($0)" } } }

    /// `http://127.0.0.1:port`.
    var origin: String { authority.map { "http://\($0)" } ?? "" }
}

extension HTTPFields {
    /// Returns all values of a field.
    func values(of name: String) -> [String] {
        HTTPField.Name(name).map { self[values: $0] } ?? []
    }
}
