// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol
import Testing

struct RequestTests {
    let samples = Samples()

    func registration() throws -> ProviderRequest {
        let claims = samples.claims(.createWallet, data: samples.registrationData.json)
        return ProviderRequest(
            certificate: nil, message: try InstructionMessage(claims, signedBy: samples.pinKey), device: .appleAssertion([1, 2]))
    }

    func instruction() throws -> ProviderRequest {
        ProviderRequest(
            certificate: "a.b.c", message: try InstructionMessage(samples.claims(), signedBy: samples.pinKey),
            device: .androidSignature([3]))
    }

    @Test func `each kind of request round-trips`() throws {
        for request in [try registration(), try instruction()] {
            #expect(try ProviderRequest(parsing: request.encode()) == request)
        }
    }

    @Test func `a registration with a certificate and an instruction without one are refused`() throws {
        let registration = try JSONObject(parsing: registration().encode()).setting("certificate", "a.b.c")
        #expect(throws: ProtocolViolation.self) { try ProviderRequest(parsing: registration.encode()) }
        let instruction = try JSONObject(parsing: instruction().encode()).removing("certificate")
        #expect(throws: ProtocolViolation.self) { try ProviderRequest(parsing: instruction.encode()) }
    }

    @Test(arguments: ["message", "device"])
    func `a request with a missing or null member is refused`(_ name: String) throws {
        let request = try JSONObject(parsing: instruction().encode())
        #expect(throws: ProtocolViolation.self) { try ProviderRequest(parsing: request.removing(name).encode()) }
        #expect(throws: ProtocolViolation.self) { try ProviderRequest(parsing: request.setting(name, .null).encode()) }
    }

    @Test func `a request with an unknown member is refused`() throws {
        let request = try JSONObject(parsing: instruction().encode()).setting("more", 1)
        #expect(throws: ProtocolViolation.self) { try ProviderRequest(parsing: request.encode()) }
    }

    static let devices: [JSONObject] = [
        [:], ["type": "apple_assertion"], ["value": "AA"], ["type": "apple", "value": "AA"], ["type": "apple_assertion", "value": "A"],
        ["type": "apple_assertion", "value": "AA=="], ["type": "apple_assertion", "value": 1],
        ["type": "apple_assertion", "value": "AA", "x": 1],
    ]

    @Test(arguments: devices)
    func `a request with a malformed device proof is refused`(_ device: JSONObject) throws {
        let request = try JSONObject(parsing: instruction().encode()).setting("device", .object(device))
        #expect(throws: ProtocolViolation.self) { try ProviderRequest(parsing: request.encode()) }
    }

    @Test(arguments: ["", "null", "[]", "{}", "{", "\"x\"", "\u{FEFF}{}", "{}{}"])
    func `anything but a JSON request is refused`(_ text: String) {
        #expect(throws: ProtocolViolation.self) { try ProviderRequest(parsing: Array(text.utf8)) }
    }

    @Test func `registration data round-trips`() throws {
        #expect(try RegistrationData(samples.registrationData.json) == samples.registrationData)
        let chain = DeviceKeyAttestation.android(chain: [[0x30, 1], [], [0xFF]])
        let android = RegistrationData(attestation: chain, pinPublicKey: samples.registrationData.pinPublicKey)
        #expect(chain.json == ["type": "android", "chain": ["MAE", "", "_w"]])
        #expect(try RegistrationData(android.json) == android)
    }

    static let attestations: [JSONObject] = [
        ["type": "android"], ["type": "android", "chain": []], ["type": "android", "chain": "MAE"], ["type": "android", "chain": ["MAE="]],
        ["type": "android", "chain": ["MAE", 1]], ["type": "android", "chain": [["MAE"]]], ["type": "android", "chain": ["MAE", .null]],
        ["type": "android", "chain": ["MAE"], "object": "MAE"], ["type": "android", "object": "MAE"], ["type": "apple", "chain": ["MAE"]],
        ["type": "Android", "chain": ["MAE"]], ["chain": ["MAE"]], [:],
    ]

    @Test(arguments: attestations)
    func `a malformed attestation is refused`(_ attestation: JSONObject) {
        #expect(throws: ProtocolViolation.self) { try DeviceKeyAttestation(attestation) }
    }

    @Test func `malformed registration data is refused`() {
        let data = samples.registrationData.json
        let key = JWK(samples.pinKey.publicKey).json
        let cases: [JSONObject] = [
            data.removing("attestation"), data.removing("pin_public_key"), data.setting("more", 1),
            data.setting("attestation", ["type": "apple"]), data.setting("attestation", ["type": "other", "object": "AA"]),
            data.setting("attestation", ["type": "apple", "object": "AA", "more": 1]),
            data.setting("pin_public_key", .object(key.setting("d", "AA"))), data.setting("pin_public_key", .object(key.removing("y"))),
            data.setting("pin_public_key", .object(key.setting("x", key["y"] ?? .null))),
        ]
        for data in cases {
            #expect(throws: ProtocolViolation.self) { try RegistrationData(data) }
        }
    }

    @Test func `every endpoint has its path and its instruction`() {
        #expect(Endpoint.enroll.path == "/api/v1/enroll")
        #expect(Endpoint.createWallet.path == "/api/v1/createwallet")
        #expect(Endpoint.beacon.path == "/api/v1/beacon")
        #expect(Endpoint.instruction(.checkPIN).path == "/api/v1/instructions/check_pin")
        #expect(Endpoint.keys.path == "/api/v1/keys")
        #expect(Endpoint.createWallet.instruction == .createWallet)
        #expect(Endpoint.instruction(.checkPIN).instruction == .checkPIN)
        for endpoint in [Endpoint.enroll, .beacon, .keys] { #expect(endpoint.instruction == nil) }
    }
}
