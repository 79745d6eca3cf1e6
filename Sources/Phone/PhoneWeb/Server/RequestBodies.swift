// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import JOSE
import NIOCore
import WalletApp

/// What a page may send, each an object of exactly these members.
enum RequestBody {
    /// The most bytes that a body may have.
    static let maximumSize = 4096

    /// `POST /session`: `token`.
    struct StartToken {
        let token: String
    }

    /// `POST /answer`: `ticket`, `control` as `UC2.3/1.3a`, and `value` when something was entered.
    struct Answer {
        let ticket: Int
        let control: Row
        let value: String?
    }

    /// `POST /device`: `action`, one of the column's.
    struct Device {
        let action: DeviceAction
    }
}

extension RequestBody.StartToken {
    init(_ reader: inout JSONReader) throws {
        token = try reader.string("token")
    }
}

extension RequestBody.Answer {
    init(_ reader: inout JSONReader) throws {
        ticket = Int(try reader.integer("ticket"))
        let name = try reader.string("control")
        control = Row(stringLiteral: name)
        guard control.description == name, !control.design.isEmpty, !control.number.isEmpty else { throw Refusal(.badRequest) }
        value = try reader.optionalString("value")
    }
}

extension RequestBody.Device {
    init(_ reader: inout JSONReader) throws {
        guard let action = DeviceAction(name: try reader.string("action")) else { throw Refusal(.badRequest) }
        self.action = action
    }
}

extension Request {
    /// Reads a JSON body whole and strictly.
    ///
    /// - Throws: `Refusal` with 400 for another media type, for what is not JSON, and for missing, wrong or unknown members; with 413 for a
    ///   body that is too large.
    func json<Body>(_ read: (inout JSONReader) throws -> Body) async throws -> Body {
        guard headers[values: .contentType] == ["application/json"] else { throw Refusal(.badRequest) }
        // Who announces too much need not send it first.
        let length = headers[.contentLength].map { Int($0) ?? .max } ?? 0
        guard length <= RequestBody.maximumSize else { throw Refusal(.contentTooLarge) }
        let buffer: ByteBuffer
        do {
            buffer = try await body.collect(upTo: RequestBody.maximumSize)
        } catch is NIOTooManyBytesError {
            throw Refusal(.contentTooLarge)
        }
        do {
            var reader = JSONReader(try JSONObject(parsing: Array(buffer.readableBytesView)))
            let body = try read(&reader)
            try reader.finish()
            return body
        } catch is JSONError {
            throw Refusal(.badRequest)
        }
    }
}
