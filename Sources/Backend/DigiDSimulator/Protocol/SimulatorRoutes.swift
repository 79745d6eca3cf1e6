// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import OpenID4VCI
import ServerKit
import WebPages

/// The simulator's routes.
struct SimulatorRoutes: Sendable {
    let simulator: DigiDSimulator

    /// The maximum size of a form in bytes.
    static let maximumFormBytes = 16 * 1024

    /// Without `form-action`: browsers would apply it to the redirects after a login, including those to the wallet.
    private static let headers = PageHeaders(contentSecurityPolicy: [
        "default-src 'none'", "style-src 'self'", "img-src 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ])

    func router() -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: AnswerMiddleware(logger: simulator.logger, headers: { Self.headers.add(to: &$0) }))
        router.get("/.well-known/openid-configuration") { [simulator] _, _ in Self.json(.ok, simulator.metadata) }
        router.get("/jwks.json") { [simulator] _, _ in Self.json(.ok, simulator.keys) }
        for (path, file) in simulator.pages.files {
            router.get(RouterPath(path)) { _, _ in
                Response(
                    status: .ok, headers: [.contentType: file.mediaType, .cacheControl: "public, max-age=3600"],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
            }
        }
        router.get("/website") { [simulator] request, _ in
            let language = simulator.language(chosen: nil, in: request)
            return simulator.pages.response(.ok, simulator.pages.website(in: language), language)
        }
        router.get("/authorize") { [simulator] request, _ in
            let query = (try? FormParameters(parsing: Array((request.uri.query ?? "").utf8), maximumBytes: 8192)) ?? FormParameters()
            let language = simulator.language(chosen: query["lang"], in: request)
            return Self.response(simulator.begin(query), language, simulator)
        }
        router.post("/login") { [simulator] request, _ in
            let form = try await Self.form(request)
            let language = simulator.language(chosen: form["lang"], in: request)
            return Self.response(try await simulator.choose(form), language, simulator)
        }
        router.post("/token") { [simulator] request, _ in
            do {
                return Self.json(.ok, try simulator.redeem(try await Self.form(request)))
            } catch let refusal as TokenRefusal {
                return Self.json(refusal == .invalidClient ? .unauthorized : .badRequest, ["error": .string(refusal.error)])
            }
        }
        return router
    }

    private static func response(_ answer: LoginAnswer, _ language: LoginLanguage, _ simulator: DigiDSimulator) -> Response {
        switch answer {
        case .page(let login): simulator.pages.response(.ok, simulator.pages.login(login, simulator.accounts, in: language), language)
        case .redirect(let address): Response(status: .seeOther, headers: [.location: address])
        case .refused: simulator.pages.response(.badRequest, simulator.pages.refused(in: language), language)
        }
    }

    private static func form(_ request: Request) async throws -> FormParameters {
        let types = request.headers[values: .contentType].map { $0.lowercased().prefix { $0 != ";" } }
        guard types == [FormParameters.mediaType[...]] else { throw HTTPError(.unsupportedMediaType) }
        do {
            return try FormParameters(parsing: try await request.boundedBody(upTo: maximumFormBytes))
        } catch is CancellationError {
            throw CancellationError()
        } catch BodyRefusal.tooLarge {
            throw HTTPError(.contentTooLarge)
        } catch {
            throw HTTPError(.badRequest)
        }
    }

    private static func json(_ status: HTTPResponse.Status, _ object: JSONObject) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: object.encode())))
    }
}

extension DigiDSimulator {
    /// The language of a page: the visitor's choice, or the browser's language.
    fileprivate func language(chosen: String?, in request: Request) -> LoginLanguage {
        LoginLanguage(chosen: chosen, acceptLanguage: request.headers[.acceptLanguage], of: skin.offered)
    }
}
