// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import PythonRun
import SwiftASN1
import TestEnvironment
import Testing
import VerifierWorld
import X509

/// A verifier in Python, written from the standards alone, asks our wallet's side.
struct PythonVerifierTests {
    /// The bytes of the wallet's nonce, which Python learns with the task.
    private static let nonceBytes = [UInt8](repeating: 7, count: 32)

    private struct Request {
        let name: String
        let clientID: String
        let text: String
        let isPost: Bool
        /// The reason for which a wallet must refuse the request; nil for a right request.
        let reason: String?
        /// The form that a refusal may post; nil for none.
        let form: String?

        init?(_ value: JSONValue) {
            guard case .object(let members) = value, case .string(let name)? = members["name"],
                case .string(let clientID)? = members["client_id"], case .string(let text)? = members["request"]
            else { return nil }
            (self.name, self.clientID, self.text) = (name, clientID, text)
            // Every hostile request is fetched by POST.
            isPost = members["post"] != .bool(false)
            reason = if case .string(let reason)? = members["reason"] { reason } else { nil }
            form = if case .string(let form)? = members["form"] { form } else { nil }
        }
    }

    /// What Python signed, and whom the wallet must trust for it.
    private struct Asked {
        let settings: WalletSettings
        let requests: [Request]
    }

    // MARK: Right requests

    @Test func `another implementation decrypts and verifies our answers to its requests, each for its request alone`() async throws {
        let directory = try TemporaryDirectory()
        let asked = try await Self.ask("verifier.py", ["ask"], directory)
        #expect(asked.requests.count == 8 && Set(asked.requests.map(\.clientID)).count == 2)
        var answers: [JSONValue] = []
        for request in asked.requests {
            var walk = try Self.walk(request, asked.settings)
            try await walk.client.receiveRequest(WalletWalk.answer(request.text), at: VerifierWorld.time)
            try await walk.answer([WalletWalk.chosenPID(), WalletWalk.chosenMDoc(["family_name", "age_over_18"])])
            let sent = try #require(walk.sent)
            #expect(sent.isPost && sent.url.host == "py.example")
            answers.append(["name": .string(request.name), "form": .string(String(decoding: sent.body, as: UTF8.self))])
        }
        try directory.write(JSONValue.array(answers).encode(), to: "answers.json")
        let run = try await PythonRun("OpenID4VPTests/Python/verifier.py", ["check", directory.url.path])
        try #require(run.status == 0, "\(run.output)")
        let verdicts = try JSONObject(parsing: directory.bytes("verdicts.json"))
        #expect(verdicts["refused"] == 56)
        guard case .array(let read)? = verdicts["answers"] else { throw WalletWalk.OtherStep() }
        #expect(read.count == asked.requests.count)
        for verdict in read {
            guard case .object(let members) = verdict, case .object(let claims)? = members["claims"] else { throw WalletWalk.OtherStep() }
            // Sorted by name, as Python writes them.
            let pid: JSONValue = ["address": ["locality": "Den Haag"], "family_name": "van der Berg"]
            let mdoc: JSONValue = [TestCards.nameSpace.text: ["age_over_18": true, "family_name": "van der Berg"]]
            #expect(claims["pid"] == pid && claims["mdoc"] == mdoc)
        }
    }

    // MARK: Hostile requests

    @Test func `each hostile request of another implementation is refused for its reason, and nothing of a card leaves`() async throws {
        let asked = try await Self.ask("hostile_verifier.py", [], try TemporaryDirectory())
        #expect(asked.requests.count == 87 && asked.requests.allSatisfy { $0.reason != nil })
        let cards = [try await WalletWalk.chosenPID(), try await WalletWalk.chosenMDoc(["family_name", "age_over_18"])]
        for request in asked.requests {
            var walk = try Self.walk(request, asked.settings)
            do {
                try await walk.client.receiveRequest(WalletWalk.answer(request.text), at: VerifierWorld.time)
                Issue.record("accepted: \(request.name)")
            } catch PresentationFailure.refused(let refusal) {
                #expect(refusal.reason.rawValue == request.reason, "\(request.name)")
                #expect(refusal.isVerifierKnown == (walk.client.verifier != nil), "\(request.name)")
                #expect(throws: PresentationFailure.outOfOrder, "\(request.name)") {
                    try walk.client.approve(cards, at: VerifierWorld.time)
                }
                #expect(walk.inputs == nil && walk.sent == nil, "\(request.name)")
                let posted = walk.client.decline(.refused(refusal))
                #expect(posted.map { String(decoding: $0.body, as: UTF8.self) } == request.form, "\(request.name)")
                #expect(posted.map { $0.url.host } == (request.form == nil ? nil : "py.example"), "\(request.name)")
            } catch {
                Issue.record("\(request.name): \(error)")
            }
        }
    }

    // MARK: The runs

    /// Lets a script sign its requests.
    private static func ask(_ script: String, _ arguments: [String], _ directory: TemporaryDirectory) async throws -> Asked {
        let task: JSONObject = [
            "now": .integer(VerifierWorld.now), "wallet_nonce": .string(Base64URL.encode(nonceBytes)),
            "earlier_nonce": .string(Base64URL.encode([UInt8](repeating: 8, count: 32))),
            "issuer_root": .string(Base64URL.encode(try VerifierWorld.issuerRoot.certificate.der)),
        ]
        try directory.write(task.encode(), to: "task.json")
        let run = try await PythonRun("OpenID4VPTests/Python/" + script, arguments + [directory.url.path])
        try #require(run.status == 0, "\(run.output)")
        // Some requests are above the size of messages.
        let limits = JSONLimits(maximumBytes: 8 * 1024 * 1024)
        let written = try JSONObject(parsing: directory.bytes("requests.json"), limits: limits)
        guard case .string(let root)? = written["root"], case .array(let requests)? = written["requests"] else {
            throw WalletWalk.OtherStep()
        }
        let certificate = try Certificate(derEncoded: Base64URL.decode(root))
        return Asked(
            settings: WalletSettings(accessRoots: [certificate], registrarRoots: []), requests: requests.compactMap { Request($0) })
    }

    /// A wallet that has taken the link to a request.
    private static func walk(_ request: Request, _ settings: WalletSettings) throws -> WalletWalk {
        let walk = try WalletWalk(
            clientID: request.clientID, requestURI: "https://py.example/requests/1", isPost: request.isPost, settings: settings,
            random: { count in Array(nonceBytes.prefix(count)) })
        guard case .fetch(let fetch) = walk.client.step else { throw WalletWalk.OtherStep() }
        let sent = request.isPost ? "wallet_nonce=" + Base64URL.encode(nonceBytes) : ""
        #expect(fetch.isPost == request.isPost && String(decoding: fetch.body, as: UTF8.self) == sent)
        return walk
    }
}
