// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import OAuthMessages
import OpenID4VP

/// A wallet's answer: the JWE, its contents and the form around it.
extension FuzzTarget {
    /// A compact JWE. The verifier's key opens only what the seeds have sealed.
    static let jwe = FuzzTarget(
        "jwe", mutations: 100,
        seeds: {
            let key = FuzzVerifier.encryptionKey.publicKey
            let named = try CompactJWE.seal(
                plaintext, to: key, with: .a128GCM, ephemeral: P256.KeyAgreement.PrivateKey(), nonce: AES.GCM.Nonce(), apu: [1, 2],
                apv: [3])
            let sealed: [CompactJWE] = try ContentEncryption.allCases.map { try CompactJWE.seal(plaintext, to: key, with: $0) } + [named]
            let headers = [
                #"{"alg":"ECDH-ES","enc":"A128GCM","zip":"DEF"}"#, #"{"alg":"RSA-OAEP","enc":"A128GCM"}"#,
                #"{"alg":"ECDH-ES","enc":"A128GCM","kid":"1","epk":{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}}"#,
                #"{"alg":"ECDH-ES","enc":"A128GCM","crit":["a"],"a":1}"#,
            ]
            let nonce = Base64URL.encode([UInt8](repeating: 1, count: 12))
            let tag = Base64URL.encode([UInt8](repeating: 2, count: 16))
            let texts: [String] = sealed.map(\.serialized) + headers.map { "\(Base64URL.encode(Array($0.utf8)))..\(nonce).AA.\(tag)" }
            return (texts + ["", "....", "e30.AA.AA.AA.AA"]).map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            guard let jwe = try? CompactJWE(parsing: text) else { return .refused }
            try FuzzFinding.unless(jwe.serialized == text, "two texts of one JWE")
            try FuzzFinding.unless(!jwe.header.has("zip"), "a compressed plaintext")
            guard let opened = try? jwe.open(with: FuzzVerifier.encryptionKey) else { return .refused }
            try FuzzFinding.unless(opened == plaintext, "a plaintext that nobody has sealed")
            return .accepted
        })

    static let vpToken = FuzzTarget(
        "vp-token",
        seeds: {
            [
                #"{"vp_token":{"a":["x~"]}}"#, #"{"vp_token":{"a":["x~","y~"],"b-1_":["AA"]},"state":"s.1","iss":"w"}"#,
                #"{"vp_token":{}}"#, #"{"vp_token":{"a":[]}}"#, #"{"vp_token":{"a":"x"}}"#, #"{"vp_token":{"a b":["x"]}}"#,
                #"{"vp_token":{"a":[""]}}"#, #"{"vp_token":{"a":[{}]}}"#, #"{"vp_token":{"a":["x"]},"state":null}"#,
            ].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            guard let token = try? VPToken(parsing: input) else { return .refused }
            try FuzzFinding.unless((try? VPToken(parsing: token.encode())) == token, "an answer that is not read as it was written")
            let isWhole = !token.entries.isEmpty && token.entries.allSatisfy { !$0.texts.isEmpty }
            try FuzzFinding.unless(isWhole, "an answer without a presentation")
            return .accepted
        })

    static let answerForm = FuzzTarget(
        "answer-form",
        seeds: {
            let jwe = try CompactJWE.seal(plaintext, to: FuzzVerifier.encryptionKey.publicKey, with: .a128GCM)
            let forms = [
                AnswerForm.answer(jwe), AnswerForm.error(.accessDenied, state: "s.1"), AnswerForm.error(.invalidRequest, state: nil),
            ]
            let others = [
                "error=access_denied&error_description=a+b&x=1", "error=unknown", "response=a&error=access_denied", "vp_token=%7B%7D", "",
            ]
            return (forms.map(\.encoded) + others).map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            guard let received = try? AnswerForm.read(input) else { return .refused }
            let form =
                switch received {
                case .answer(let jwe): AnswerForm.answer(jwe)
                case .error(let code, let state): AnswerForm.error(code, state: state)
                }
            let again = try? AnswerForm.read(Array(form.encoded.utf8))
            try FuzzFinding.unless(again == received, "a form that is not read as it was written")
            return .accepted
        })

    private static let plaintext = Array(#"{"vp_token":{"pid":["x~"]},"state":"s.1"}"#.utf8)
}
