// SPDX-License-Identifier: EUPL-1.2

import JSON
import ProviderProtocol
import Testing

/// The `data` of `sign`: hashes of 32 bytes, and nothing that tells what is signed.
struct SigningRequestTests {
    static let id = JSONValue.string(InstructionDataTests.id.text)
    static let hash = encoded(32)

    private static func encoded(_ count: Int) -> JSONValue { .string(Base64URL.encode([UInt8](repeating: 2, count: count))) }

    /// A request whose second item is this one; the first is right.
    private func request(_ item: JSONValue) -> JSONObject { ["requests": [["key": Self.id, "hash": Self.hash], item]] }

    @Test func `a requested signature has a key and a hash, and no other member`() throws {
        let item = SigningRequest.Item(key: InstructionDataTests.id, hash: InstructionDataTests.hash)
        let json = SigningRequest(items: [item, item]).json
        #expect(json == request(["key": Self.id, "hash": Self.hash]))
        #expect(try SigningRequest(json).items == [item, item])
    }

    @Test func `1 to 64 signatures can be requested, and no other number`() throws {
        func data(_ count: Int) -> JSONObject {
            ["requests": .array(Array(repeating: ["key": Self.id, "hash": Self.hash], count: count))]
        }
        for count in [1, 64] { #expect(try SigningRequest(data(count)).items.count == count) }
        for count in [0, 65] { #expect(throws: ProtocolViolation.self) { try SigningRequest(data(count)) } }
    }

    @Test(arguments: [0, 1, 20, 31, 33, 48, 64])
    func `a hash that is not 32 bytes is refused`(_ count: Int) {
        let wrong = request(["key": Self.id, "hash": Self.encoded(count)])
        #expect(throws: ProtocolViolation("a hash has 32 bytes")) { try SigningRequest(wrong) }
    }

    @Test func `a hash that is not base64url without padding is refused`() {
        let padded = JSONValue.string(Base64URL.encode(InstructionDataTests.hash) + "=")
        let standardAlphabet = JSONValue.string(String(repeating: "+/", count: 21) + "A")
        let hexadecimal = JSONValue.string(String(repeating: "02", count: 32))
        for hash in [padded, standardAlphabet, hexadecimal, .null, 7, [2, 2], ["sha256": Self.hash]] as [JSONValue] {
            #expect(throws: ProtocolViolation.self) { try SigningRequest(request(["key": Self.id, "hash": hash])) }
        }
    }

    @Test func `an item without a hash or key is refused`() {
        for item in [["key": Self.id], ["hash": Self.hash], [:], .null] as [JSONValue] {
            #expect(throws: ProtocolViolation.self) { try SigningRequest(request(item)) }
        }
    }

    @Test(arguments: ["AQ", "", "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI"])
    func `the former member with the bytes to sign is refused, alone and beside the hash`(_ bytes: String) {
        #expect(throws: ProtocolViolation.self) { try SigningRequest(request(["key": Self.id, "bytes": .string(bytes)])) }
        let both: JSONValue = ["key": Self.id, "hash": Self.hash, "bytes": .string(bytes)]
        #expect(throws: ProtocolViolation.self) { try SigningRequest(request(both)) }
    }
}
