// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol
import Testing
import WalletProvider

/// `sign` takes hashes: the provider does not see what it signs.
struct SigningByHashTests {
    /// The fault of the second item of a request.
    enum Fault: CaseIterable, Sendable {
        case hashOf31Bytes, hashOf33Bytes, noHash, bytesInstead, bytesBeside
    }

    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    private func faulty(_ fault: Fault, _ key: WalletKeyID) -> JSONObject {
        func encoded(_ count: Int) -> JSONValue { .string(Base64URL.encode([UInt8](repeating: 7, count: count))) }
        let id = JSONValue.string(key.text)
        let item: JSONValue =
            switch fault {
            case .hashOf31Bytes: ["key": id, "hash": encoded(31)]
            case .hashOf33Bytes: ["key": id, "hash": encoded(33)]
            case .noHash: ["key": id]
            case .bytesInstead: ["key": id, "bytes": encoded(32)]
            case .bytesBeside: ["key": id, "hash": encoded(32), "bytes": encoded(32)]
            }
        return ["requests": [["key": id, "hash": encoded(32)], item]]
    }

    @Test func `the signature is over the hash as it is, and verifies over bytes that the provider never got`() async throws {
        var phone = try await test.registeredPhone()
        let key = try #require(try await test.issueKeys(to: &phone).first)
        let bytes = Array("the verifier and what the user shares".utf8)
        let hash = Array(SHA256.hash(data: bytes))
        let data = SigningRequest(items: [SigningRequest.Item(key: key.id, hash: hash)]).json
        let request = try phone.message(.sign, try await test.beacon(), data: data)
        let signatures = try Signatures(try await test.object(of: request)).signatures
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(signatures.first))
        #expect(key.publicKey.publicKey.isValidSignature(signature, for: bytes))
        #expect(!key.publicKey.publicKey.isValidSignature(signature, for: hash))
    }

    @Test func `64 hashes are signed in one message, 65 are refused`() async throws {
        var phone = try await test.registeredPhone()
        let key = try #require(try await test.issueKeys(to: &phone).first)
        let most = try await test.signRequest(&phone, Array(repeating: key.id, count: 64))
        #expect(try Signatures(try await test.object(of: most)).signatures.count == 64)
        let more = try await test.signRequest(&phone, Array(repeating: key.id, count: 65))
        #expect(await test.refusal(of: more) == .malformedRequest)
    }

    @Test(arguments: Fault.allCases)
    func `one malformed item refuses the message: no key is used, no attempt counts`(_ fault: Fault) async throws {
        var phone = try await test.registeredPhone()
        let key = try #require(try await test.issueKeys(to: &phone).first)
        let request = try phone.message(.sign, try await test.beacon(), data: faulty(fault, key.id))
        test.hsm.forgetCalls()
        #expect(await test.refusal(of: request) == .malformedRequest)
        #expect(!test.hsm.calls.contains(.signWithWalletKey))
        #expect(try await test.account(of: phone).attempts == 0)
        #expect(await test.refusal(of: try await test.signRequest(&phone, [key.id])) == nil)
    }

    @Test(arguments: [0, 1, 2])
    func `an HSM failure after some signatures gives none, costs no attempt, and the next message gets all`(_ count: Int) async throws {
        var phone = try await test.registeredPhone()
        let key = try #require(try await test.issueKeys(to: &phone).first)
        let request = try await test.signRequest(&phone, Array(repeating: key.id, count: 3))
        test.hsm.limitSignatures(to: count)
        #expect(await test.refusal(of: request) == .unavailable)
        #expect(try await test.account(of: phone).attempts == 0)
        test.hsm.limitSignatures(to: nil)
        let next = try await test.signRequest(&phone, Array(repeating: key.id, count: 3))
        let signatures = try Signatures(try await test.object(of: next)).signatures
        #expect(signatures.count == 3)
    }
}
