// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import PhoneSimulator
import ProviderProtocol
import SwiftASN1
import TestEnvironment
import WalletProviderHTTP
import X509

/// Many bytes that are searched for short sequences. Zero bytes are replaced on both sides, because C's search, which is fast in debug
/// builds too, ends at a zero byte.
struct Haystack {
    private let text: [CChar]

    init(_ bytes: [UInt8]) { text = bytes.map { CChar(bitPattern: max($0, 1)) } + [0] }

    func holds(_ needle: [UInt8]) -> Bool {
        unsafe strstr(text, needle.map { CChar(bitPattern: max($0, 1)) } + [0]) != nil
    }
}

/// The life of one wallet, sent to the provider's routes, with a recognisable value in every place that a client can fill.
struct CanaryLife {
    /// The values that the life has sent and received, to be searched for elsewhere.
    struct Trace {
        /// The values with their names. They must not occur, or only in their own columns.
        var values: [(name: String, bytes: [UInt8])] = []
        var answers: [String] = []

        mutating func add(_ name: String, _ text: String) { values.append((name, Array(text.utf8))) }

        /// Adds the text in the forms in which it appears inside base64 at any offset.
        mutating func addBase64(_ name: String, _ text: String) {
            for offset in 0..<3 {
                let encoded = Base64URL.encode([UInt8](repeating: 0, count: offset) + Array(text.utf8))
                values.append((name, Array(encoded.utf8.dropFirst(4).dropLast(4))))
            }
        }

        func finds(in place: Haystack) -> [String] { values.filter { place.holds($0.bytes) }.map(\.name) }
    }

    let test: TestProvider
    let routes: ProviderRoutes
    let canary: String
    private let number: Int

    init(test: TestProvider, routes: ProviderRoutes, number: Int) throws {
        self.test = test
        self.routes = routes
        self.number = number
        canary = "canary" + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    func live() async throws -> Trace {
        let application = Application(router: routes.router())
        return try await application.test(.router) { client in
            var trace = Trace()
            trace.add("canary", canary)
            trace.addBase64("canary in base64", canary)
            var phone = number.isMultiple(of: 2) ? TestPhone() : try .android()
            try await strayInto(client, &trace)
            try await register(&phone, client, &trace)
            try await guess(&phone, client, &trace)
            try await ask(&phone, client, &trace)
            if number % 4 > 1 { try await leave(&phone, client, &trace) }
            return trace
        }
    }

    // MARK: Parts of a life

    private func strayInto(_ client: some TestClientProtocol, _ trace: inout Trace) async throws {
        for path in ["/\(canary)", "/api/v1/\(canary)?\(canary)=\(canary)", Endpoint.keys.path + "?pin=\(canary)"] {
            _ = try await send(Array(canary.utf8), to: path, client, &trace, method: .get)
        }
        for endpoint in [Endpoint.enroll, .createWallet, .instruction(.walletStatus), .instruction(.checkPIN)] {
            for body in [
                canary, "{\"\(canary)\":\"\(canary)\"}", "{\"certificate\":\"\(canary)\",\"message\":\"\(canary)\",\"device\":{}}",
            ] {
                _ = try await send(Array(body.utf8), to: endpoint.path, client, &trace)
            }
        }
    }

    private func register(_ phone: inout TestPhone, _ client: some TestClientProtocol, _ trace: inout Trace) async throws {
        let enrolled = try await send(Array("{}".utf8), to: Endpoint.enroll.path, client, &trace)
        let challenge = try SingleMemberAnswer(parsing: enrolled, expecting: .challenge).value
        phone.walletID = try await test.verified(challenge, as: EnrolmentChallenge.self).walletID
        // Rejected attestations: bytes with the canary, and a certificate with its name.
        for attestation in [
            DeviceKeyAttestation.apple(object: Array(canary.utf8)), .android(chain: [try certificate(), try certificate()]),
        ] {
            var other = phone
            let body = try other.registration(challenge: challenge, attestation).encode()
            _ = try await send(body, to: Endpoint.createWallet.path, client, &trace)
        }
        let request =
            try phone.keystoreKey == nil
            ? phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
            : phone.androidRegistration(challenge: challenge, by: test.google, now: test.clock.now)
        let answer = try RegistrationAnswer(parsing: try await send(request.encode(), to: Endpoint.createWallet.path, client, &trace))
        phone.certificate = answer.certificate
        trace.add("wallet id", phone.walletID.text)
        trace.add("enrolment challenge", challenge)
        trace.add("certificate", answer.certificate)
        trace.add("message", request.message.text)
        trace.add("deletion code", answer.revocationCode.text)
        trace.values.append(("PIN key", Array(phone.pinKey.publicKey.rawRepresentation)))
        let deviceKey = phone.keystoreKey?.publicKey ?? phone.deviceKey.publicKey
        trace.values.append(("device key", Array(deviceKey.rawRepresentation)))
        trace.add("PIN key in base64", Base64URL.encode(Array(phone.pinKey.publicKey.rawRepresentation)))
        trace.add("device key in base64", Base64URL.encode(Array(deviceKey.rawRepresentation)))
    }

    private func guess(_ phone: inout TestPhone, _ client: some TestClientProtocol, _ trace: inout Trace) async throws {
        for wrong in [P256.Signing.PrivateKey(), nil] {
            let beacon = try await beacon(client, &trace)
            let request = try phone.checkPIN(beacon, pinKey: wrong)
            trace.add("beacon", beacon)
            trace.add("message", request.message.text)
            _ = try await send(request.encode(), to: Endpoint.instruction(.checkPIN).path, client, &trace)
        }
    }

    /// Sends messages with the canary inside the signed content.
    private func ask(_ phone: inout TestPhone, _ client: some TestClientProtocol, _ trace: inout Trace) async throws {
        for change: (inout TestPhone) -> Void in [
            { $0.audience = "https://\(canary)" }, { $0.certificate = "\(canary).\(canary).\(canary)" },
        ] {
            var other = phone
            change(&other)
            let requests = [try other.message(.walletStatus, canary), try other.checkPIN(canary)]
            for request in requests {
                _ = try await send(request.encode(), to: Endpoint.instruction(.checkPIN).path, client, &trace)
                _ = try await send(request.encode(), to: Endpoint.instruction(.walletStatus).path, client, &trace)
            }
            phone.sequenceNumber = other.sequenceNumber
            phone.counter = other.counter
        }
        let keys = KeyRequest(count: 1, audience: "https://issuer.example/\(canary)", nonce: canary, issuer: canary).json
        let request = try phone.message(.performIssuance, try await beacon(client, &trace), data: keys)
        // The answer contains proofs for the issuer and repeats the audience, as requested. It is signed and encoded.
        _ = try await send(request.encode(), to: Endpoint.instruction(.performIssuance).path, client, &trace)
        trace.add("message", request.message.text)
    }

    private func leave(_ phone: inout TestPhone, _ client: some TestClientProtocol, _ trace: inout Trace) async throws {
        let request = try phone.message(.deregister, try await beacon(client, &trace))
        trace.add("message", request.message.text)
        _ = try await send(request.encode(), to: Endpoint.instruction(.deregister).path, client, &trace)
    }

    // MARK: Sending

    private func beacon(_ client: some TestClientProtocol, _ trace: inout Trace) async throws -> String {
        let answer = try await send([], to: Endpoint.beacon.path, client, &trace, method: .get)
        return try SingleMemberAnswer(parsing: answer, expecting: .beacon).value
    }

    private func send(
        _ body: [UInt8], to path: String, _ client: some TestClientProtocol, _ trace: inout Trace, method: HTTPRequest.Method = .post
    ) async throws -> [UInt8] {
        let (text, bytes) = try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: body)) { answer in
            let fields = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
            return (fields + "\n" + String(buffer: answer.body), Array(answer.body.readableBytesView))
        }
        trace.answers.append(text)
        return bytes
    }

    private var headers: HTTPFields {
        var fields = HTTPFields()
        for name in [
            "User-Agent", "Cookie", "Authorization", "X-Forwarded-For", "Forwarded", "Referer", "Origin", "Accept-Language",
            "X-Correlation-ID",
            "X-Request-ID", "Traceparent", "X-\(canary)",
        ] {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: canary)) }
        }
        return fields
    }

    /// A self-signed certificate in the canary's name.
    private func certificate() throws -> [UInt8] {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName(canary) }
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey, notValidBefore: test.clock.now - 60,
            notValidAfter: test.clock.now + 86_400, issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions(), issuerPrivateKey: key
        ).serializeAsPEM().derBytes
    }
}
