// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol
import Testing

/// The `data` and results of the instructions: each survives a round trip, and is refused if a member is missing, unknown or malformed.
struct InstructionDataTests {
    /// A message shape: a valid object, and its round trip through the reader.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let object: JSONObject
        let reread: @Sendable (JSONObject) throws -> JSONObject
        /// Optional members.
        var optional: Set<String> = []
    }

    static let key = JWK(P256.Signing.PrivateKey().publicKey)
    static let id = WalletKeyID { [UInt8](repeating: 5, count: $0) }
    static let signature = [UInt8](repeating: 1, count: 64)
    static let hash = [UInt8](repeating: 2, count: 32)

    static let shapes: [Shape] = [
        Shape(testDescription: "change_pin_start", object: PINChangeStart(newPINPublicKey: key, proof: signature).json) {
            try PINChangeStart($0).json
        },
        Shape(testDescription: "change_pin_settle", object: PINChangeSettlement(current: signature, new: signature).json) {
            try PINChangeSettlement($0).json
        },
        Shape(testDescription: "change_pin_settle result", object: PINChangeResult(pin: .new, certificate: "a").json) {
            try PINChangeResult($0).json
        },
        Shape(testDescription: "certificate result", object: CertificateResult(certificate: "a").json) { try CertificateResult($0).json },
        Shape(
            testDescription: "perform_issuance", object: KeyRequest(count: 32, audience: "a", nonce: "n", issuer: "i").json,
            reread: { try KeyRequest($0).json }, optional: ["nonce", "iss"]),
        Shape(
            testDescription: "perform_issuance, named", object: KeyRequest(ids: [id], audience: "a", nonce: "n", issuer: "i").json,
            reread: { try KeyRequest($0).json }, optional: ["ids", "nonce", "iss"]),
        Shape(
            testDescription: "preview_issuance",
            object: KeyRequest(count: 1, audience: "a", nonce: "n", issuer: "i", isAttested: true).json,
            reread: { try KeyRequest($0).json }, optional: ["nonce", "iss", "attested"]),
        Shape(
            testDescription: "preview proof", object: PreviewProof(publicKey: key, proof: "p").json,
            reread: { try PreviewProof($0).json }),
        Shape(
            testDescription: "issued keys", object: IssuedKeys(keys: [IssuedKeys.Key(id: id, publicKey: key, proof: "p")]).json,
            reread: { try IssuedKeys($0).json }),
        Shape(testDescription: "sign", object: SigningRequest(items: [SigningRequest.Item(key: id, hash: hash)]).json) {
            try SigningRequest($0).json
        },
        Shape(testDescription: "signatures", object: Signatures(signatures: [signature, signature]).json) { try Signatures($0).json },
        Shape(testDescription: "delete_keys", object: KeyDeletion(keys: [id]).json) { try KeyDeletion($0).json },
        Shape(
            testDescription: "start_pin_recovery",
            object: PINRecoveryStart(newPINPublicKey: key, keys: KeyRequest(count: 1, audience: "a", nonce: "n", issuer: "i")).json,
            reread: { try PINRecoveryStart($0).json }, optional: ["nonce", "iss"]),
        Shape(testDescription: "recovery code", object: RecoveryCodeDisclosure(pid: "a").json) { try RecoveryCodeDisclosure($0).json },
        Shape(testDescription: "status", object: AccountStatus.blocked.json) { try AccountStatus($0).json },
        Shape(testDescription: "status revoked", object: AccountStatus.revoked(reason: "r", canRegisterNewWallet: true).json) {
            try AccountStatus($0).json
        },
    ]

    @Test(arguments: shapes)
    func `the data of every instruction round-trips`(_ shape: Shape) throws {
        #expect(try shape.reread(shape.object) == shape.object)
        #expect(try shape.reread(JSONObject(parsing: shape.object.encode())) == shape.object)
        for name in shape.optional { #expect(throws: Never.self) { try shape.reread(shape.object.removing(name)) } }
    }

    @Test(arguments: shapes)
    func `instruction data with a missing, unknown or wrongly typed member is refused`(_ shape: Shape) {
        #expect(throws: ProtocolViolation.self) { try shape.reread(shape.object.setting("more", 1)) }
        for name in shape.object.members.map(\.name) {
            if !shape.optional.contains(name) {
                #expect(throws: ProtocolViolation.self) { try shape.reread(shape.object.removing(name)) }
            }
            for wrong in [JSONValue.null, .integer(-7), [7], ["a": 1]] where shape.object[name] != wrong {
                #expect(throws: ProtocolViolation.self, "\(name)") { try shape.reread(shape.object.setting(name, wrong)) }
            }
        }
    }

    @Test(arguments: [0, 33, -1] as [Int64])
    func `a number of keys outside 1 to 32 is refused`(_ count: Int64) {
        #expect(throws: ProtocolViolation.self) { try KeyRequest(["count": .integer(count), "aud": "a"]) }
    }

    @Test func `key ids are as many as the count, unique and 16 bytes long; a recovery has no key ids`() throws {
        let other = WalletKeyID { [UInt8](repeating: 6, count: $0) }
        func data(_ count: Int64, _ names: [String]) -> JSONObject {
            ["count": .integer(count), "aud": "a", "ids": .array(names.map { .string($0) })]
        }
        #expect(try KeyRequest(data(2, [Self.id.text, other.text])).ids == [Self.id, other])
        for wrong in [data(1, []), data(1, [Self.id.text, other.text]), data(2, [Self.id.text, Self.id.text]), data(1, ["AQ"])] {
            #expect(throws: ProtocolViolation.self) { try KeyRequest(wrong) }
        }
        let start = PINRecoveryStart(newPINPublicKey: Self.key, keys: KeyRequest(ids: [Self.id], audience: "a", nonce: nil))
        #expect(throws: ProtocolViolation.self) { try PINRecoveryStart(start.json) }
    }

    @Test func `nonces and client ids have 1 to 1024 bytes`() throws {
        for name in ["aud", "nonce", "iss"] {
            let genuine: JSONObject = ["count": 1, "aud": "a"]
            for text in ["", String(repeating: "a", count: 1025), String(repeating: "é", count: 513)] {
                #expect(throws: ProtocolViolation.self) { try KeyRequest(genuine.setting(name, .string(text))) }
            }
            _ = try KeyRequest(genuine.setting(name, .string(String(repeating: "é", count: 512))))
        }
    }

    @Test func `1 to 256 keys can be deleted, each with an id of 16 bytes`() throws {
        func data(_ ids: [String]) -> JSONObject { ["keys": .array(ids.map { .string($0) })] }
        #expect(try KeyDeletion(data(Array(repeating: Self.id.text, count: 256))).keys.count == 256)
        for wrong in [[], Array(repeating: Self.id.text, count: 257), [""], ["AAAA"], [Self.id.text + "=="], [Self.id.text + "AA"]] {
            #expect(throws: ProtocolViolation.self) { try KeyDeletion(data(wrong)) }
        }
    }

    @Test(arguments: [0, 63, 65, 128])
    func `a proof that is not 64 bytes is refused`(_ count: Int) {
        let wrong = [UInt8](repeating: 1, count: count)
        #expect(throws: ProtocolViolation.self) { try PINChangeStart(PINChangeStart(newPINPublicKey: Self.key, proof: wrong).json) }
        for settlement in [
            PINChangeSettlement(current: wrong, new: Self.signature), PINChangeSettlement(current: Self.signature, new: wrong),
        ] {
            #expect(throws: ProtocolViolation.self) { try PINChangeSettlement(settlement.json) }
        }
        #expect(throws: ProtocolViolation.self) { try Signatures(Signatures(signatures: [wrong]).json) }
    }

    @Test(arguments: Instruction.allCases)
    func `every instruction requires one kind of proof, and a message with the other kind is refused`(_ instruction: Instruction) throws {
        let samples = Samples()
        let claims = samples.claims(instruction)
        let signed = try InstructionMessage(claims, signedBy: samples.pinKey).text
        let bare = InstructionMessage(deviceOnly: claims).text
        let (right, wrong) = instruction.needsPIN ? (signed, bare) : (bare, signed)
        #expect(try InstructionMessage(parsing: right).claims == claims)
        #expect(throws: ProtocolViolation.self) { try InstructionMessage(parsing: wrong) }
    }

    @Test func `every instruction except the registration has a route`() {
        #expect(Instruction.allCases.filter { !$0.hasRoute } == [.createWallet])
        #expect(Instruction(rawValue: "challenge") == nil)
    }

    @Test func `ids of wallets and keys are redacted in descriptions`() {
        #expect("\(Self.id)".contains(Self.id.text) == false)
        #expect("\(Samples().walletID)".contains(Samples().walletID.text) == false)
    }
}
