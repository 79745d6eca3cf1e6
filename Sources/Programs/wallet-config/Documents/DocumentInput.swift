// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import JSON
import ServerState
import WalletConfiguration

/// A file given by the operator: contents, or a signed document.
struct DocumentInput {
    let path: String
    let kind: DocumentKind
    /// The contents; not verified if from a signed document.
    let contents: JSONObject
    /// The compact JWS; nil for a file of contents.
    let token: String?
    /// The payload of a signed document; nil for a file of contents.
    let payload: JSONObject?
    /// The line numbers of the contents; nil for a signed document, which has only one line.
    let lines: JSONLines?

    private static let maximumBytes = 256 * 1024

    /// Reads a file.
    ///
    /// - Parameter kind: the required kind; nil to detect it from a token's `typ` or the member `rules` in contents.
    /// - Throws: `StartError` with the file's name.
    init(path: String, kind: DocumentKind?) throws {
        let bytes = try StateFile.read(path, maximumBytes: Self.maximumBytes)
        self.path = path
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.hasPrefix("{") else {
            if let found = JSONLines.firstError(in: bytes) {
                throw StartError("\(path) is not valid JSON: \(found.place): \(found.error.reason)")
            }
            guard let object = try? JSONObject(parsing: bytes) else { throw StartError("\(path) is not valid JSON") }
            contents = object
            lines = JSONLines(bytes)
            token = nil
            payload = nil
            self.kind = kind ?? (contents["rules"] != nil || contents["available"] != nil ? .updatePolicy : .configuration)
            return
        }
        let jws: CompactJWS
        let header: JWTHeader
        let claims: JSONObject
        do {
            jws = try CompactJWS(parsing: text, maximumBytes: Self.maximumBytes)
            header = try JWTHeader(jws.header)
            claims = try JSONObject(parsing: jws.payload)
        } catch {
            throw StartError("\(path) is neither contents in JSON nor a signed document")
        }
        guard let found = DocumentKind.allCases.first(where: { $0.type == header.type }), kind ?? found == found else {
            throw StartError("\(path) is a token of a different kind")
        }
        guard case .object(let object)? = claims["contents"] else { throw StartError("\(path) is a signed document without contents") }
        self.kind = found
        token = text
        lines = nil
        payload = claims
        contents = object
    }

    /// A problem in the contents, with its line number.
    func text(of problem: ContentsProblem) -> String {
        lines.map { "line \($0.place(of: problem.path).line): \(problem)" } ?? "\(problem)"
    }
}
