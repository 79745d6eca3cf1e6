// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import JSON
import NIOCore
import WalletApp
import WalletInterface

/// The request bodies that a page may send, each an object of exactly these members.
enum RequestBody {
    /// The longest body, in bytes.
    static let maximumSize = 4096

    /// `POST /session`: `token`.
    struct StartToken {
        let token: String
    }

    /// `POST /device`: `action`, the name of a device action.
    struct Device {
        let action: DeviceAction
    }
}

extension RequestBody.StartToken {
    init(_ reader: inout JSONReader) throws {
        token = try reader.string("token")
    }
}

extension Answer {
    /// Reads the body of `POST /answer`: `ticket`, `control` as `UC2.3/1.3a`, and `value` when something was entered.
    ///
    /// - Parameter pin: the PIN that was taken out of the body before; it replaces the value.
    init(_ reader: inout JSONReader, entering pin: Entered? = nil) throws {
        let ticket = Int(try reader.integer("ticket"))
        let name = try reader.string("control")
        let control = Row(stringLiteral: name)
        guard control.description == name, !control.design.isEmpty, !control.number.isEmpty else { throw Refusal(.badRequest) }
        let value = try reader.optionalString("value").map { Entered($0) }
        self.init(ticket: ticket, control: control, entered: pin ?? value)
    }
}

extension RequestBody.Device {
    init(_ reader: inout JSONReader) throws {
        guard let action = DeviceAction(name: try reader.string("action")) else { throw Refusal(.badRequest) }
        self.action = action
    }
}

extension Request {
    /// Reads and strictly parses a JSON body.
    ///
    /// - Parameter limit: the longest body, in bytes.
    /// - Throws: `Refusal` with 400 for another media type, invalid JSON, and missing, wrong or unknown members; with 413 for a body that
    ///   is too large.
    func json<Body>(upTo limit: Int = RequestBody.maximumSize, _ read: (inout JSONReader) throws -> Body) async throws -> Body {
        var bytes = try await wholeBody(upTo: limit)
        defer { bytes.overwrite() }
        return try Self.parse(bytes, read)
    }

    /// Reads an answer. A PIN in it never becomes a string: the parser sees zeros, and the bytes are overwritten.
    ///
    /// - Throws: as `json`.
    func readAnswer() async throws -> Answer {
        var bytes = try await wholeBody(upTo: RequestBody.maximumSize)
        defer { bytes.overwrite() }
        let pin = TypedPIN.take(from: &bytes)
        return try Self.parse(bytes) { try Answer(&$0, entering: pin) }
    }

    private static func parse<Body>(_ bytes: [UInt8], _ read: (inout JSONReader) throws -> Body) throws -> Body {
        do {
            var reader = JSONReader(try JSONObject(parsing: bytes, limits: JSONLimits(maximumBytes: bytes.count)))
            let body = try read(&reader)
            try reader.finish()
            return body
        } catch is JSONError {
            throw Refusal(.badRequest)
        }
    }

    /// Reads the bytes of a JSON body and overwrites the receive buffers.
    private func wholeBody(upTo limit: Int) async throws -> [UInt8] {
        guard headers[values: .contentType] == ["application/json"] else { throw Refusal(.badRequest) }
        // Refuse an oversized body by its announced length, before it is sent.
        let length = headers[.contentLength].map { Int($0) ?? .max } ?? 0
        guard length <= limit else { throw Refusal(.contentTooLarge) }
        var bytes: [UInt8] = []
        // Growing the array would leave copies in memory.
        bytes.reserveCapacity(limit)
        for try await piece in body {
            defer { piece.overwriteInPlace() }
            guard bytes.count + piece.readableBytes <= limit else {
                bytes.overwrite()
                throw Refusal(.contentTooLarge)
            }
            bytes += piece.readableBytesView
        }
        return bytes
    }
}
