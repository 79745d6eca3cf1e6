// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import NIOCore
import PhoneSimulator

/// Answers the frame of one browser with pages from that browser's network.
struct BrowserRelay: Sendable {
    let name: BrowserName
    let browser: SimulatedBrowser
    let frames: FrameAddresses

    /// The largest form, in bytes.
    private static let maximumForm = 64 * 1024

    /// Returns true for a request from the frame. The user's browser sets `Sec-Fetch-Dest`; requests from an address bar or a script have a
    /// different value, and a form on a different page sends that page's `Origin`.
    func isFromFrame(_ request: Request) -> Bool {
        request.uri.path.hasPrefix(frames.base) && part(request) != nil && ["null", nil].contains(request.headers[.origin])
    }

    /// Answers a request of the frame.
    ///
    /// - Throws: `Refusal`: `notFound` for a request that does not come from the frame, `noContent` for an address that the browser
    ///   does not open or for a body that is not a form.
    func answer(_ request: Request) async throws -> Response {
        guard isFromFrame(request), let part = part(request), let (number, address) = frames.parse(request.head.path ?? "") else {
            throw Refusal(.notFound)
        }
        guard let address else {
            if part == .page { _ = browser.refuse(in: number) }
            throw Refusal(.noContent)
        }
        let isFromPage = request.headers.values(of: "Sec-Fetch-Site") != ["same-origin"]
        let answer = await browser.load(
            FrameRequest(number: number, address: address, method: try await method(request), part: part, isFromPage: isFromPage))
        switch answer {
        case .nothing: return Response(status: .noContent)
        case .redirect(let status, let next):
            return Response(status: HTTPResponse.Status(code: status), headers: [.location: frames.path(to: next, in: number)])
        case .content(let content):
            var body = content.body
            if content.mediaType == "text/html" {
                body = Array(frames.page(String(decoding: body, as: UTF8.self), at: address, in: number).utf8)
            }
            let type = content.mediaType + (content.mediaType.hasPrefix("text/") ? "; charset=utf-8" : "")
            return Response(
                status: HTTPResponse.Status(code: content.status), headers: [.contentType: type],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
        }
    }

    private func part(_ request: Request) -> FrameRequest.Part? {
        let uses = request.headers.values(of: "Sec-Fetch-Dest")
        return uses.count == 1 ? FrameRequest.Part(rawValue: uses[0]) : nil
    }

    private func method(_ request: Request) async throws -> PageRequest.Method {
        guard request.method == .post else { return .get }
        guard request.headers[values: .contentType] == ["application/x-www-form-urlencoded"] else { throw Refusal(.noContent) }
        return .post(form: String(buffer: try await request.body.collect(upTo: Self.maximumForm)))
    }
}
