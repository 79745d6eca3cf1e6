// SPDX-License-Identifier: EUPL-1.2

import JSON
import ProviderProtocol
import Testing

struct AnswerTests {
    static let problems: [ProviderProblem] = [
        .malformedRequest, .challengeRejected, .certificateRejected, .attestationRejected(reason: "certificate_chain"),
        .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: true), .pinTimeout(timeLeft: 59_999), .accountBlocked,
        .accountRevoked(reason: "user_request", canRegisterNewWallet: true), .instructionRejected, .tooManyRequests,
        .unexpected(correlationID: "00ff"), .unavailable,
    ]

    @Test(arguments: problems)
    func `a problem round-trips only with its own status`(_ problem: ProviderProblem) throws {
        #expect(try ProviderProblem(parsing: problem.encode(), status: problem.status) == problem)
        for status in [200, 400, 401, 403, 404, 409, 429, 500, 503] where status != problem.status {
            #expect(throws: ProtocolViolation.self) { try ProviderProblem(parsing: problem.encode(), status: status) }
        }
    }

    @Test(arguments: problems)
    func `a problem document has its type, a title and its status`(_ problem: ProviderProblem) throws {
        let document = try JSONObject(parsing: problem.encode())
        #expect(document["type"] == .string(problem.type))
        #expect(document["status"] == .integer(Int64(problem.status)))
        #expect(document["title"] != nil)
    }

    @Test func `unknown members of a newer provider are ignored`() throws {
        let document = try JSONObject(parsing: ProviderProblem.accountBlocked.encode()).setting("detail", "more")
        #expect(try ProviderProblem(parsing: document.encode(), status: 403) == .accountBlocked)
    }

    @Test func `a problem without a required member is refused`() throws {
        let members: [(ProviderProblem, [String])] = [
            (.attestationRejected(reason: "x"), ["reason"]),
            (.incorrectPIN(attemptsLeftInRound: 1, isFinalRound: false), ["attempts_left_in_round", "is_final_round"]),
            (.pinTimeout(timeLeft: 1), ["time_left_ms"]),
            (.accountRevoked(reason: "x", canRegisterNewWallet: true), ["revocation_reason", "can_register_new_wallet"]),
        ]
        for (problem, names) in members {
            for name in names {
                let document = try JSONObject(parsing: problem.encode())
                #expect(throws: ProtocolViolation.self) { try ProviderProblem(parsing: document.removing(name).encode(), status: 403) }
                #expect(throws: ProtocolViolation.self) {
                    try ProviderProblem(parsing: document.setting(name, .array([])).encode(), status: 403)
                }
            }
        }
    }

    @Test(arguments: ["", "<html>", "{}", #"{"type":"about:blank"}"#, #"{"type":7}"#, "[]"])
    func `an unknown problem is refused`(_ text: String) {
        #expect(throws: ProtocolViolation.self) { try ProviderProblem(parsing: Array(text.utf8), status: 400) }
    }

    @Test func `a response with one member round-trips only under that member's name`() throws {
        let body = SingleMemberAnswer(.challenge, "abc").encode()
        #expect(try SingleMemberAnswer(parsing: body, expecting: .challenge).value == "abc")
        #expect(throws: ProtocolViolation.self) { try SingleMemberAnswer(parsing: body, expecting: .beacon) }
    }

    @Test(arguments: ["", "{}", #"{"challenge":1}"#, #"{"challenge":"a","more":1}"#, #"{"challenge":"a","challenge":"b"}"#])
    func `a malformed response is refused`(_ text: String) {
        #expect(throws: ProtocolViolation.self) { try SingleMemberAnswer(parsing: Array(text.utf8), expecting: .challenge) }
    }

    @Test func `an instruction's response round-trips`() throws {
        let answer = InstructionAnswer(result: "a.b.c", beacon: "AAAA")
        #expect(try InstructionAnswer(parsing: answer.encode()) == answer)
        #expect(throws: ProtocolViolation.self) { try SingleMemberAnswer(parsing: answer.encode(), expecting: .beacon) }
    }

    @Test(arguments: [
        "", "{}", "null", "[]", #"{"result":"a"}"#, #"{"beacon":"a"}"#, #"{"result":"a","beacon":null}"#, #"{"result":1,"beacon":"b"}"#,
        #"{"result":"a","beacon":"b","more":1}"#, #"{"result":"a","result":"a","beacon":"b"}"#,
        #"{"result":"a","beacon":"b","b\u0065acon":"c"}"#, #"{"result":"a","challenge":"b"}"#,
    ])
    func `a malformed response to an instruction is refused`(_ text: String) {
        #expect(throws: ProtocolViolation.self) { try InstructionAnswer(parsing: Array(text.utf8)) }
    }

    @Test func `a registration's response round-trips, and a wrong code is refused`() throws {
        let answer = RegistrationAnswer(certificate: "a.b.c", revocationCode: RevocationCode(derivedFrom: Array(1...32)))
        #expect(try RegistrationAnswer(parsing: answer.encode()) == answer)
        let wrong = try JSONObject(parsing: answer.encode()).setting("revocation_code", "000000000000000001")
        #expect(throws: ProtocolViolation.self) { try RegistrationAnswer(parsing: wrong.encode()) }
    }
}
