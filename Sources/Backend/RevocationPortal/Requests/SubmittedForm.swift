// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import ProviderProtocol
import ServerKit

/// The fields of a submitted form.
struct SubmittedForm: Sendable, CustomStringConvertible {
    /// The maximum size in bytes; the portal's form has about 150.
    static let maximumSize = 4096

    private static let mediaType = "application/x-www-form-urlencoded"

    /// The token that the form was issued with.
    let token: String
    /// The text entered as the code.
    let typed: String

    /// Hidden, so that a code does not reach a log by accident.
    var description: String { "SubmittedForm(hidden)" }

    /// True if the field is empty apart from spaces and dashes.
    var isEmpty: Bool { typed.allSatisfy(\.isIgnored) }

    /// The code, if its check character is right. Spaces and dashes of all kinds are ignored, because phones insert their own.
    var code: RevocationCode? { try? RevocationCode(parsing: typed.filter { !$0.isIgnored }) }

    /// Reads a complete form strictly.
    ///
    /// - Throws: `PortalProblem.malformed` for a different media type, too many bytes, or fields other than the form's two, each once.
    init(_ request: Request) async throws {
        let mediaTypes = request.headers[values: .contentType].map { $0.lowercased().filter { $0 != " " } }
        guard mediaTypes == [Self.mediaType] || mediaTypes == [Self.mediaType + ";charset=utf-8"] else {
            throw PortalProblem.malformed(.unsupportedMediaType)
        }
        let bytes = try await request.boundedBody(upTo: Self.maximumSize)
        // Browsers percent-encode all other characters in this format.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw PortalProblem.malformed(.badRequest) }
        do {
            let fields = try URLEncodedFormDecoder().decode(Fields.self, from: String(decoding: bytes, as: UTF8.self))
            (token, typed) = (fields.token, fields.code)
        } catch {
            throw PortalProblem.malformed(.badRequest)
        }
        // The decoder's replacement for invalid UTF-8.
        guard !typed.unicodeScalars.contains("\u{FFFD}") else { throw PortalProblem.malformed(.badRequest) }
    }

    private struct Fields: Decodable {
        let token: String
        let code: String
    }
}

extension Character {
    /// True for spaces, dashes and invisible characters.
    fileprivate var isIgnored: Bool {
        isWhitespace || unicodeScalars.allSatisfy { [.dashPunctuation, .format].contains($0.properties.generalCategory) }
    }
}
