// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import Testing

/// A response that violates the protocol.
struct Garbage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let response: NetworkResponse

    init(_ name: String, _ status: Int, _ mediaType: String, _ body: String) {
        testDescription = name
        response = NetworkResponse(status: status, mediaType: mediaType, body: Array(body.utf8))
    }

    init(_ name: String, _ status: Int, _ mediaType: String, bytes: [UInt8]) {
        testDescription = name
        response = NetworkResponse(status: status, mediaType: mediaType, body: bytes)
    }

    private static let json = "application/json"
    private static let problem = "application/problem+json"

    static let all = [
        Garbage("a portal's page", 200, "text/html", "<html>Please log in</html>"),
        Garbage("a page that says it is JSON", 200, json, "<html>Please log in</html>"),
        Garbage("a redirect", 302, "", ""),
        Garbage("a proxy that wants to be paid", 407, "text/html", "<html></html>"),
        Garbage("nothing", 204, "", ""),
        Garbage("an empty body", 200, json, ""),
        Garbage("an empty body, created", 201, json, ""),
        Garbage("an empty object", 200, json, "{}"),
        Garbage("an empty object, created", 201, json, "{}"),
        Garbage("an array", 200, json, "[]"),
        Garbage("null", 200, json, "null"),
        Garbage("an object cut short", 200, json, #"{"challenge":"abc"#),
        Garbage("something after the object", 200, json, #"{"challenge":"abc"}{}"#),
        Garbage("a member twice", 200, json, #"{"challenge":"abc","challenge":"abd"}"#),
        Garbage("another member", 200, json, #"{"challenge":"abc","result":"abc"}"#),
        Garbage("a challenge that is no token", 200, json, #"{"challenge":"abc"}"#),
        Garbage("a challenge of the wrong type", 200, json, #"{"challenge":5}"#),
        Garbage("a result that is no token", 200, json, #"{"result":"a.b.c","beacon":"abc"}"#),
        Garbage("a result without a signature", 200, json, #"{"result":"eyJhbGciOiJub25lIn0.e30.","beacon":"abc"}"#),
        Garbage("a result without a beacon", 200, json, #"{"result":"a.b.c"}"#),
        Garbage("a certificate that is no token", 201, json, #"{"certificate":"a.b.c","revocation_code":"000000000000000000"}"#),
        Garbage("not UTF-8", 200, json, bytes: Array("{\"challenge\":\"".utf8) + [0xFF, 0xFE] + Array("\"}".utf8)),
        Garbage("nested without end", 200, json, String(repeating: "[", count: 60_000)),
        Garbage("a long string", 200, json, "{\"challenge\":\"" + String(repeating: "A", count: 60_000) + "\"}"),
        Garbage("a failure's page", 500, "text/html", "<html>oops</html>"),
        Garbage("a failure without a body", 503, "", ""),
        Garbage("a problem of an unknown type", 403, problem, #"{"type":"something_new","title":"","status":403}"#),
        Garbage("a problem with another status", 400, problem, #"{"type":"account_blocked","title":"","status":403}"#),
        Garbage("a problem of another media type", 403, json, #"{"type":"account_blocked","title":"","status":403}"#),
        Garbage("a problem that is a success", 200, problem, #"{"type":"account_blocked","title":"","status":403}"#),
        Garbage("a problem without its members", 403, problem, #"{"type":"incorrect_pin","title":"","status":403}"#),
        Garbage(
            "no attempts left, but not blocked", 403, problem,
            #"{"type":"incorrect_pin","attempts_left_in_round":0,"is_final_round":false}"#),
        Garbage(
            "a negative number of attempts", 403, problem, #"{"type":"incorrect_pin","attempts_left_in_round":-1,"is_final_round":false}"#),
        Garbage(
            "too many attempts", 403, problem, #"{"type":"incorrect_pin","attempts_left_in_round":9007199254740991,"is_final_round":true}"#),
        Garbage("no wait", 403, problem, #"{"type":"pin_timeout","time_left_ms":0}"#),
        Garbage("a wait for ever", 403, problem, #"{"type":"pin_timeout","time_left_ms":9007199254740991}"#),
        Garbage("a wait in words", 403, problem, #"{"type":"pin_timeout","time_left_ms":"60000"}"#),
    ]

    /// Garbage only in place of a beacon.
    static let beacons = [
        Garbage("an empty beacon", 200, json, #"{"beacon":""}"#),
        Garbage("a beacon of two words", 200, json, #"{"beacon":"a b"}"#),
        Garbage("a beacon of two lines", 200, json, #"{"beacon":"a\nb"}"#),
        Garbage("a beacon with an accent", 200, json, #"{"beacon":"é"}"#),
        Garbage("a beacon that is too long", 200, json, "{\"beacon\":\"" + String(repeating: "A", count: 129) + "\"}"),
        Garbage("a beacon of the wrong type", 200, json, #"{"beacon":5}"#),
        Garbage("a beacon twice", 200, json, #"{"beacon":"abc","beacon":"abc"}"#),
        Garbage("a beacon beside another member", 200, json, #"{"beacon":"abc","challenge":"abc"}"#),
        Garbage("a beacon, created", 201, json, #"{"beacon":"abc"}"#),
        Garbage("a beacon of another media type", 200, "text/plain", #"{"beacon":"abc"}"#),
    ]
}
