// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import ProviderProtocol
import ServerKit

/// What the form sends.
struct SubmittedForm: Sendable, CustomStringConvertible {
    /// The most bytes that it may have; ours has some 150.
    static let maximumSize = 4096
    /// How long it may take to come.
    private static let maximumTime = Duration.seconds(20)

    private static let mediaType = "application/x-www-form-urlencoded"

    /// The token that the form was made with.
    let token: String
    /// What was typed as the code.
    let typed: String

    /// Hidden, so that a code does not reach a log by accident.
    var description: String { "SubmittedForm(hidden)" }

    /// Whether nothing was typed, spaces and dashes aside.
    var isEmpty: Bool { typed.allSatisfy(\.isIgnored) }

    /// The code, if its check character fits. Dashes and spaces of every kind are left out: phones put in their own.
    var code: RevocationCode? { try? RevocationCode(parsing: typed.filter { !$0.isIgnored }) }

    /// Reads a form whole and strictly.
    ///
    /// - Throws: `PortalProblem.malformed` for another media type, too many bytes, and what is not our form's two fields, each once.
    init(_ request: Request) async throws {
        let mediaTypes = request.headers[values: .contentType].map { $0.lowercased().filter { $0 != " " } }
        guard mediaTypes == [Self.mediaType] || mediaTypes == [Self.mediaType + ";charset=utf-8"] else {
            throw PortalProblem.malformed(.unsupportedMediaType)
        }
        let bytes = try await request.boundedBody(upTo: Self.maximumSize, within: Self.maximumTime)
        // Whatever else a browser wants to say in this format, it says in percents.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw PortalProblem.malformed(.badRequest) }
        do {
            let fields = try URLEncodedFormDecoder().decode(Fields.self, from: String(decoding: bytes, as: UTF8.self))
            (token, typed) = (fields.token, fields.code)
        } catch {
            throw PortalProblem.malformed(.badRequest)
        }
        // What the decoder puts in the place of bytes that are no UTF-8.
        guard !typed.unicodeScalars.contains("\u{FFFD}") else { throw PortalProblem.malformed(.badRequest) }
    }

    private struct Fields: Decodable {
        let token: String
        let code: String
    }
}

extension Character {
    /// Spaces, dashes and what cannot be seen.
    fileprivate var isIgnored: Bool {
        isWhitespace || unicodeScalars.allSatisfy { [.dashPunctuation, .format].contains($0.properties.generalCategory) }
    }
}
