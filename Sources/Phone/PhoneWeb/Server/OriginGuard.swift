// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import Synchronization

/// Answers only to our own name, and lets state be read or changed only by our own page.
///
/// Names of other hosts that lead to this machine (DNS rebinding) are misdirected; requests that another site makes a browser send are
/// forbidden whatever they carry. The trace, which changes nothing and holds no secret, may also be read from the address bar or by a tool;
/// both need the session's secret like our page.
struct OriginGuard: RouterMiddleware {
    /// The port on which we listen, known once we do.
    let address: ServedAddress
    /// The paths of the page itself and its files, which hold no state.
    let publicPaths: Set<String>

    @concurrent
    func handle(
        _ request: Request, context: BasicRequestContext, next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        // HTTPTypes takes the first Host out of the fields; a second one stays there.
        guard let authority = address.authority, request.head.authority == authority, request.headers.values(of: "Host").isEmpty else {
            throw Refusal(.misdirectedRequest)
        }
        guard isPublic(request) || isFromOurPage(request) || isTraceAskedForByAPerson(request) else { throw Refusal(.forbidden) }
        return try await next(request, context)
    }

    private func isPublic(_ request: Request) -> Bool {
        (request.method == .get || request.method == .head) && publicPaths.contains(request.uri.path)
    }

    private func isFromOurPage(_ request: Request) -> Bool {
        request.headers.values(of: "Sec-Fetch-Site") == ["same-origin"] && hasOurOrigin(request)
    }

    /// `none` comes from the address bar only; tools send no such header. What another site makes a browser ask for carries that site.
    private func isTraceAskedForByAPerson(_ request: Request) -> Bool {
        let sites = request.headers.values(of: "Sec-Fetch-Site")
        return request.method == .get && request.head.path == "/trace" && (sites.isEmpty || sites == ["none"]) && hasOurOrigin(request)
    }

    private func hasOurOrigin(_ request: Request) -> Bool {
        let origins = request.headers.values(of: "Origin")
        // Browsers leave Origin out of reads that no other site asked for.
        return origins.isEmpty ? request.method == .get : origins == [address.origin]
    }
}

/// Where we listen: always 127.0.0.1, and the port once it is known.
final class ServedAddress: Sendable {
    private let port = Mutex<Int?>(nil)

    /// Now we listen.
    func set(port: Int) { self.port.withLock { $0 = port } }

    /// `127.0.0.1:port`; nil before we listen.
    var authority: String? { port.withLock { $0.map { "127.0.0.1:\($0)" } } }

    /// `http://127.0.0.1:port`.
    var origin: String { authority.map { "http://\($0)" } ?? "" }
}

extension HTTPFields {
    /// All values of a field by its name.
    fileprivate func values(of name: String) -> [String] {
        HTTPField.Name(name).map { self[values: $0] } ?? []
    }
}
