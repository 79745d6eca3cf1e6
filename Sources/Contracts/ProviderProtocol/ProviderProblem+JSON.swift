// SPDX-License-Identifier: EUPL-1.2

import JSON

extension ProviderProblem {
    /// The media type of a problem document.
    package static let mediaType = "application/problem+json"

    /// Encodes the problem document: `type`, `title`, `status` and the members of the case.
    package func encode() -> [UInt8] {
        var object: JSONObject = ["type": .string(type), "title": .string(title), "status": .integer(Int64(status))]
        switch self {
        case .attestationRejected(let reason):
            object.set("reason", .string(reason))
        case .incorrectPIN(let attemptsLeftInRound, let isFinalRound):
            object.set("attempts_left_in_round", .integer(Int64(attemptsLeftInRound)))
            object.set("is_final_round", .bool(isFinalRound))
        case .pinTimeout(let timeLeft):
            object.set("time_left_ms", .integer(timeLeft))
        case .accountRevoked(let reason, let canRegisterNewWallet):
            object.set("revocation_reason", .string(reason))
            object.set("can_register_new_wallet", .bool(canRegisterNewWallet))
        case .unexpected(let correlationID):
            object.set("correlation_id", .string(correlationID))
        case .malformedRequest, .challengeRejected, .certificateRejected, .accountBlocked, .instructionRejected, .tooManyRequests,
            .unavailable:
            break
        }
        return object.encode()
    }

    /// Reads a problem document. Unknown members are ignored, so that newer providers may add some.
    ///
    /// - Parameters:
    ///   - body: the document.
    ///   - status: the HTTP status of the response; must be the status of the problem type.
    /// - Throws: `ProtocolViolation` if it is not one of the protocol's problems.
    package init(parsing body: [UInt8], status: Int) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(try JSONObject(parsing: body))
            let problem: ProviderProblem
            switch try reader.string("type") {
            case "malformed_request": problem = .malformedRequest
            case "challenge_rejected": problem = .challengeRejected
            case "certificate_rejected": problem = .certificateRejected
            case "attestation_rejected": problem = .attestationRejected(reason: try reader.string("reason"))
            case "incorrect_pin":
                problem = .incorrectPIN(
                    attemptsLeftInRound: Int(try reader.integer("attempts_left_in_round")), isFinalRound: try reader.bool("is_final_round"))
            case "pin_timeout": problem = .pinTimeout(timeLeft: try reader.integer("time_left_ms"))
            case "account_blocked": problem = .accountBlocked
            case "account_revoked":
                problem = .accountRevoked(
                    reason: try reader.string("revocation_reason"), canRegisterNewWallet: try reader.bool("can_register_new_wallet"))
            case "instruction_rejected": problem = .instructionRejected
            case "too_many_requests": problem = .tooManyRequests
            case "unexpected": problem = .unexpected(correlationID: try reader.optionalString("correlation_id") ?? "")
            case "unavailable": problem = .unavailable
            default: throw ProtocolViolation("unknown type of problem")
            }
            guard problem.status == status else { throw ProtocolViolation("a problem with another status") }
            return problem
        }
    }
}
