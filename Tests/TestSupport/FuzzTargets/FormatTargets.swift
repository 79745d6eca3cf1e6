// SPDX-License-Identifier: EUPL-1.2

import CBOR
import JOSE
import JSON
import ProviderProtocol

/// The basic formats of messages: parsed input is encoded identically.
extension FuzzTarget {
    static let cbor = FuzzTarget(
        "cbor",
        seeds: {
            [
                [0x00], [0xA1, 0x61, 0x61, 0x01], [0x82, 0x01, 0x82, 0x02, 0x03], [0x1B] + [UInt8](repeating: 0xFF, count: 8),
                [0x3B] + [UInt8](repeating: 0xFF, count: 8), [0xF9, 0x7E, 0x00], [0xFB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0],
                [0xC2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0x9F, 0x01, 0xFF], [0xBF, 0x61, 0x61, 0x01, 0xFF],
                [0x5F, 0x42, 1, 2, 0x41, 3, 0xFF], [0x7F, 0x61, 0x61, 0xFF], [0x9B] + [UInt8](repeating: 0xFF, count: 8),
                [UInt8](repeating: 0x81, count: 40), [0xD8, 0x18, 0x41, 0x00], [0xF8, 0x20], [0xFF],
            ]
        },
        run: { input throws(FuzzFinding) in
            var outcome = FuzzOutcome.refused
            for strictness in [CBORStrictness.wellFormed, .coreDeterministic] {
                guard let item = try? CBORItem(decoding: input, strictness: strictness) else { continue }
                outcome = .accepted
                let again = try? CBORItem(decoding: item.encode())
                try FuzzFinding.unless(again == item, "an item that is not read as it was written")
                let sorted = try? CBORItem(decoding: item.encodeDeterministically(), strictness: .coreDeterministic)
                try FuzzFinding.unless(sorted != nil, "a deterministic encoding that is not")
                if strictness == .coreDeterministic {
                    try FuzzFinding.unless(item.encode() == input, "two deterministic encodings of one item")
                }
            }
            if let (_, end) = try? CBORItem.decodingPrefix(of: input, from: 0) {
                try FuzzFinding.unless((1...input.count).contains(end), "an end outside of the input")
            }
            return outcome
        })

    static let json = FuzzTarget(
        "json",
        seeds: {
            [
                "{}", #"{"a":1,"b":[true,false,null,"x",-1,1.5e3]}"#, #"{"\u0061":"\ud83d\ude00\n"}"#, #"{"a":{"b":{"c":[[[]]]}}}"#,
                #"{"a":1,"a":2}"#, #"{"a":"\ud800"}"#, #"{"n":1e400}"#, "\u{FEFF}{}", #"{"n":9007199254740993}"#,
            ].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            guard let object = try? JSONObject(parsing: input) else { return .refused }
            let again = try? JSONObject(parsing: object.encode())
            try FuzzFinding.unless(again == object, "an object that is not read as it was written")
            return .accepted
        })

    static let jws = FuzzTarget(
        "jws",
        seeds: {
            let signature = Base64URL.encode([UInt8](repeating: 7, count: 64))
            return [
                #"{"alg":"ES256","typ":"JWT"}"#, #"{"alg":"none"}"#, #"{"alg":"HS256","crit":["b64"],"b64":false}"#, "{}",
                #"{"alg":"ES256","jwk":{}}"#,
            ].map { Array("\(Base64URL.encode(Array($0.utf8))).\(Base64URL.encode(Array("{}".utf8))).\(signature)".utf8) }
                + ["", "..", "a.b.c", "e30.e30.AA", "e30=.e30.AA"].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            guard let token = try? CompactJWS(parsing: text) else { return .refused }
            try FuzzFinding.unless(token.serialized == text, "two texts of one token")
            return .accepted
        })

    static let request = FuzzTarget(
        "request",
        seeds: {
            let header = Base64URL.encode(Array(#"{"alg":"ES256","typ":"wallet-instruction+jwt"}"#.utf8))
            let claims = Base64URL.encode(Array(#"{"wallet_id":"AAAAAAAAAAAAAAAAAAAAAA","seq":1}"#.utf8))
            let signature = Base64URL.encode([UInt8](repeating: 7, count: 64))
            return [
                "{}", #"{"result":"a.b.c","beacon":"AAAA"}"#,
                #"{"message":"\#(header).\#(claims).\#(signature)","device":{"assertion":"AA"}}"#,
                #"{"certificate":"a.b.c","message":"\#(claims)","device":{"signature":"AA"}}"#,
            ].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            var outcome = FuzzOutcome.refused
            if let request = try? ProviderRequest(parsing: input) {
                outcome = .accepted
                let again = try? ProviderRequest(parsing: request.encode())
                try FuzzFinding.unless(again == request, "a request that is not read as it was written")
            }
            _ = try? RegistrationAnswer(parsing: input)
            _ = try? SingleMemberAnswer(parsing: input, expecting: .challenge)
            _ = try? SingleMemberAnswer(parsing: input, expecting: .beacon)
            if let answer = try? InstructionAnswer(parsing: input) {
                outcome = .accepted
                let again = try? InstructionAnswer(parsing: answer.encode())
                try FuzzFinding.unless(again == answer, "an answer that is not read as it was written")
            }
            _ = try? ProviderProblem(parsing: input, status: 403)
            return outcome
        })
}
