// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import Hummingbird
import JSON
import ObservedValues
import PhoneSimulator
import WalletApp
import WebPages

/// The routes of the workbench. All except the page's own files and the frame require the session's secret; the frame's address has its
/// own.
struct PhoneWebRoutes: Sendable {
    let workbench: Workbench
    let session: Session
    let address: ServedAddress
    /// Receives each new address that opens the page.
    let onNewAddress: @Sendable (String) -> Void

    /// Creates the router with its guards.
    func router() -> Router<BasicRequestContext> {
        let router = Router()
        let relays = workbench.relays
        router.add(middleware: SecurityHeaders(address: address, frames: relays.map(\.frames)))
        router.add(middleware: OriginGuard(address: address, publicPaths: Set(workbench.files.files.keys), relays: relays))
        for (path, file) in workbench.files.files {
            let body = ByteBuffer(bytes: file.bytes)
            router.get(RouterPath(path)) { _, _ in
                Response(status: .ok, headers: [.contentType: file.mediaType], body: ResponseBody(byteBuffer: body))
            }
        }
        router.post("session") { request, _ in try await openSession(request) }
        router.post("answer") { request, _ in try await takeAnswer(request) }
        router.post("activity") { request, _ in try await noteActivity(request) }
        router.post("browser") { request, _ in try await browse(request) }
        for method in [HTTPRequest.Method.get, .post] {
            router.on("frame/**", method: method) { request, _ in
                guard let relay = relays.first(where: { $0.isFromFrame(request) }) else { throw Refusal(.notFound) }
                return try await relay.answer(request)
            }
        }
        router.post("camera") { request, _ in try await holdPicture(request) }
        router.post("device") { request, _ in try await operate(request) }
        router.post("file") { request, _ in try await giveFile(request) }
        router.get("trace") { request, _ in try rows(request) }
        router.get("events") { request, _ in try events(request) }
        return router
    }

    // MARK: Session

    private func openSession(_ request: Request) async throws -> Response {
        let body = try await request.json { try RequestBody.StartToken(&$0) }
        guard let grant = session.exchange(body.token) else { throw Refusal(.unauthorized) }
        onNewAddress("\(address.origin)/#\(grant.nextToken)")
        var response = Self.json(["bearer": .string(grant.bearer)])
        response.headers[.setCookie] = "trace=\(grant.traceCookie); Path=/trace; HttpOnly; SameSite=Strict"
        return response
    }

    func checkBearer(_ request: Request) throws {
        let fields = request.headers[values: .authorization]
        guard fields.count == 1, let field = fields.first, field.hasPrefix("Bearer "), session.isBearer(String(field.dropFirst(7))) else {
            throw Refusal(.unauthorized)
        }
    }

    // MARK: Actions

    private func takeAnswer(_ request: Request) async throws -> Response {
        try checkBearer(request)
        guard workbench.glass.forward(try await request.readAnswer()) else { throw Refusal(.conflict) }
        return Response(status: .noContent)
    }

    /// Records user activity on the glass. The request contains no position and triggers no action.
    private func noteActivity(_ request: Request) async throws -> Response {
        try checkBearer(request)
        try await request.json { _ in }
        workbench.glass.touch()
        return Response(status: .noContent)
    }

    private func operate(_ request: Request) async throws -> Response {
        try checkBearer(request)
        let body = try await request.json { try RequestBody.Device(&$0) }
        do {
            try await workbench.operate(body.action)
        } catch WorldError.noWallet, WorldError.noPID {
            throw Refusal(.conflict)
        } catch WorldError.notDone {
            throw Refusal(.serviceUnavailable)
        } catch {
            // 507: the phone cannot store its state; nothing was changed.
            throw Refusal(HTTPResponse.Status(code: 507))
        }
        return Response(status: .noContent)
    }

    /// Gives the file that the app wants to save, once.
    private func giveFile(_ request: Request) async throws -> Response {
        try checkBearer(request)
        try await request.json { _ in }
        guard let file = workbench.phone.takeFile() else { throw Refusal(.notFound) }
        workbench.changes.notify()
        return Response(
            status: .ok, headers: [.contentType: "application/octet-stream", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    private func browse(_ request: Request) async throws -> Response {
        try checkBearer(request)
        let body = try await request.json { try RequestBody.Browser(&$0) }
        guard let relay = workbench.relays.first(where: { $0.name == body.browser }),
            body.action.perform(on: relay.browser, in: body.number)
        else { throw Refusal(.conflict) }
        workbench.changes.notify()
        return Response(status: .noContent)
    }

    // MARK: State

    private func rows(_ request: Request) throws -> Response {
        if request.cookies["trace"].map({ session.isTraceCookie($0.value) }) != true { try checkBearer(request) }
        let rows = workbench.trace.entries.map { entry -> JSONValue in
            .object([
                "row": .string(entry.row.description), "design": .string(entry.row.design), "number": .string(entry.row.number),
                "time": .string(entry.time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            ])
        }
        return Self.json(.array(rows))
    }

    /// Streams the page's state, at once and after every change. Only the newest page is served.
    private func events(_ request: Request) throws -> Response {
        try checkBearer(request)
        let page = session.openPage()
        workbench.changes.notify()
        let body = ResponseBody { writer in
            var shown: PageState?
            for await _ in workbench.changes.stream() {
                guard session.isNewest(page) else {
                    try await writer.write(ByteBuffer(bytes: ServerSentEvent("moved", [:]).bytes))
                    break
                }
                let state = workbench.page
                let events = state.events(since: shown)
                try await writer.write(ByteBuffer(bytes: events.isEmpty ? ServerSentEvent.heartbeat : events.flatMap(\.bytes)))
                shown = state
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }

    static func json(_ value: JSONValue) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.encode())))
    }
}
