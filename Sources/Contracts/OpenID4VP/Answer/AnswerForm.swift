// SPDX-License-Identifier: EUPL-1.2

public import JOSE
public import OAuthMessages

/// The form that a wallet posts to `response_uri` in the response mode `direct_post.jwt` (OpenID4VP 1.0 §8.2, §8.3, §8.5).
public enum AnswerForm {
    /// Maximum size of a form in bytes.
    public static let maximumBytes = CompactJWE.maximumBytes

    /// An answer: the encrypted ``VPToken`` and no other parameter.
    public static func answer(_ jwe: CompactJWE) -> FormParameters { FormParameters([("response", jwe.serialized)]) }

    /// The size in bytes of the form of an answer. No character of a JWE is escaped.
    ///
    /// - Parameter jweBytes: the size of the JWE's text.
    package static func size(ofAnswer jweBytes: Int) -> Int { "response=".utf8.count + jweBytes }

    /// An error, which is not encrypted. The bytes depend on nothing but the code and `state`.
    public static func error(_ code: AuthorizationErrorCode, state: String?) -> FormParameters {
        FormParameters([("error", code.rawValue), ("state", state)])
    }

    /// A posted form. The cases are complete.
    public enum Received: Sendable, Hashable {
        /// The encrypted answer.
        case answer(CompactJWE)
        /// The wallet's error, with `state` if it sent it.
        case error(AuthorizationErrorCode, state: String?)
    }

    /// Parses a form; other parameters are ignored, such as `error_description`.
    ///
    /// - Throws: `MalformedMessage` for more than ``maximumBytes``, a faulty form, both or neither of `response` and `error`, a `vp_token`
    ///   that is not encrypted, a `response` that is not a compact JWE of the accepted kind, or an unknown error code.
    public static func read(_ body: [UInt8]) throws(MalformedMessage) -> Received {
        let form = try FormParameters(parsing: body, maximumBytes: maximumBytes)
        guard form["vp_token"] == nil else { throw MalformedMessage("an answer that is not encrypted") }
        switch (form["response"], form["error"]) {
        case (let response?, nil): return .answer(try encrypted(response))
        case (nil, let error?):
            guard let code = AuthorizationErrorCode(rawValue: error) else { throw MalformedMessage("error is not a known code") }
            return .error(code, state: try form.optionalToken("state"))
        default: throw MalformedMessage("not exactly one of response and error")
        }
    }

    /// Converts the error, because one `do` can only throw one type of error.
    private static func encrypted(_ text: String) throws(MalformedMessage) -> CompactJWE {
        do throws(JOSEError) {
            return try CompactJWE(parsing: text)
        } catch {
            throw MalformedMessage(error.reason)
        }
    }
}
