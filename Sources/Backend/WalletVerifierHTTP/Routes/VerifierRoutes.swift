// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Foundation
import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore
package import ServerKit
package import WalletVerifier
import WebPages

/// The verifier's routes: for parties, browsers and wallets.
///
/// Every refusal has a code. The log line names it with the member at fault; a wallet learns code and member, and nothing of the answer.
package struct VerifierRoutes: Sendable {
    /// The maximum length of a page token or a wallet token: that of 32 bytes in base64url.
    static let maximumTokenBytes = 43

    let desk: VerifierDesk
    let limiter: VerifierLimiter
    let timeouts: Timeouts
    let logger: Logger
    let clock: @Sendable () -> Date
    let pages: PageMaker
    let metrics: VerifierMetrics
    private let assets: [String: AssetFile]
    private let observe: @Sendable (AnsweredRequest) -> Void

    /// Creates the routes of a desk.
    ///
    /// - Parameters:
    ///   - limiter: limits the number of requests.
    ///   - timeouts: the time limits of answers.
    ///   - metrics: counts what happens to sessions.
    ///   - clock: the current time.
    ///   - logger: receives one line per request. Tokens, codes, bodies, headers, addresses and results are never logged.
    ///   - observe: receives the metrics of each request.
    /// - Throws: `MissingAsset` if files of the page are missing.
    package init(
        desk: VerifierDesk, limiter: VerifierLimiter, timeouts: Timeouts, metrics: VerifierMetrics,
        clock: @escaping @Sendable () -> Date, logger: Logger, observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in }
    ) throws {
        self.desk = desk
        self.limiter = limiter
        self.timeouts = timeouts
        self.metrics = metrics
        self.clock = clock
        self.logger = logger
        self.observe = observe
        let resources = PageResources()
        pages = PageMaker(catalogue: try resources.catalogue(), artwork: try Artwork(), clock: clock)
        assets = try resources.assets()
    }

    /// Returns a router with only these routes.
    package func router() -> Router<VerifierContext> {
        let router = Router(context: VerifierContext.self)
        router.add(middleware: LanguageMiddleware())
        router.add(
            middleware: AnswerMiddleware(
                logger: logger, headers: { Self.addHeaders(to: &$0) }, isRoutine: { Self.isRoutine($0) }, observe: observe,
                refuse: { answer(to: $0, in: $1) }))
        router.add(middleware: RequestLimitMiddleware(limiter: limiter.addresses))
        addParties(to: router)
        addBrowsers(to: router)
        addWallets(to: router)
        router.get(RouterPath(VerifierEndpoint.description.rawValue)) { _, _ in Response.json(.ok, VerifierDescription.object) }
        for (path, file) in assets {
            let body = ByteBuffer(bytes: file.bytes)
            router.get(RouterPath(path)) { _, _ in
                Response(status: .ok, headers: [.contentType: file.mediaType], body: ResponseBody(byteBuffer: body))
            }
        }
        for endpoint in VerifierEndpoint.allCases {
            for method in VerifierEndpoint.knownMethods where !endpoint.methods.contains(method) {
                router.on(RouterPath(endpoint.rawValue), method: method) { _, _ -> Response in
                    throw VerifierProblem.method(allowed: endpoint.methods)
                }
            }
        }
        return router
    }

    /// The deadline of a request, for the database. The answer of a wallet may also wait for a status list.
    func deadline(withStatus: Bool = false) -> Deadline {
        guard withStatus else { return timeouts.deadline() }
        return Deadline(after: timeouts.answer + timeouts.walletStatus, on: timeouts.clock, attemptMargin: .zero)
    }

    /// The token in a path; counts the request. No valid token is longer, and the limiter keeps each name that it counts.
    func token(_ name: String, in context: VerifierContext) throws -> String {
        let token = try context.parameters.require(name)
        guard token.utf8.count <= Self.maximumTokenBytes else { throw VerifierProblem.notFound }
        try limiter.takeRequest(ofSession: token)
        return token
    }

    /// Pages get the headers of pages, and everything else those of documents.
    private static func addHeaders(to headers: inout HTTPFields) {
        if headers[.contentType]?.hasPrefix("text/html") == true { return PageHeaders.verifier.add(to: &headers) }
        StandardHeaders.add(to: &headers)
    }

    /// Polls of open pages would fill the log.
    private static func isRoutine(_ request: AnsweredRequest) -> Bool {
        request.route == VerifierEndpoint.status.describedPath && request.status == 200
    }

    private func answer(to error: any Error, in context: VerifierContext) -> ErrorAnswer {
        let problem = VerifierProblem(error)
        metrics.recordRefusal(problem.code)
        let isPage = VerifierEndpoint.allCases.contains { $0.isPage && $0.describedPath == context.endpointPath }
        return ErrorAnswer(
            isPage ? pages.response(to: problem, in: context) : problem.response, problem: problem.code, metadata: problem.metadata)
    }
}

extension PageHeaders {
    /// The headers of the verifier's pages, which load from the verifier only and have no forms.
    static let verifier = PageHeaders(contentSecurityPolicy: [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'", "form-action 'none'",
        "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ])
}
