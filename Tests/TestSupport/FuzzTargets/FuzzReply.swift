// SPDX-License-Identifier: EUPL-1.2

import OpenID4VP

/// A verifier's HTTP answer as bytes: the index of its status, flags, and the body.
struct FuzzReply {
    private static let statuses = [200, 204, 302, 400, 404, 410, 429, 500, 503]

    /// Status and media type.
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let isHTML = Flags(rawValue: 1)
        /// The body is the payload of a request object, which the target signs.
        static let isSigned = Flags(rawValue: 2)
        /// The link came as a QR code.
        static let isCrossDevice = Flags(rawValue: 4)
        /// The person stops.
        static let isStopped = Flags(rawValue: 8)
    }

    let status: Int
    let flags: Flags
    let body: [UInt8]

    /// The answer that any bytes are.
    init(_ bytes: [UInt8]) {
        status = Self.statuses[Int(bytes.first ?? 0) % Self.statuses.count]
        flags = Flags(rawValue: bytes.dropFirst().first ?? 0)
        body = Array(bytes.dropFirst(2))
    }

    /// The bytes of an answer with one of the statuses.
    static func bytes(_ status: Int, _ flags: Flags, _ body: [UInt8]) -> [UInt8] {
        guard let index = statuses.firstIndex(of: status) else { preconditionFailure("not a status of the targets: \(status)") }
        return [UInt8(index), flags.rawValue] + body
    }

    /// The answer of `request_uri`.
    var request: VerifierAnswer {
        guard flags.contains(.isSigned), let signed = try? FuzzVerifier.sign(body) else { return answer(SignedRequest.mediaType, body) }
        return answer(SignedRequest.mediaType, signed)
    }

    /// The answer of `response_uri`.
    var reply: VerifierAnswer { answer("application/json", body) }

    private func answer(_ mediaType: String, _ body: [UInt8]) -> VerifierAnswer {
        VerifierAnswer(status: status, mediaType: flags.contains(.isHTML) ? "text/html" : mediaType, body: body)
    }
}
