// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import Testing
import X509

@Suite struct `The list of revoked Android certificates` {
    let now = AndroidTestChain.time

    /// A chain with known serial numbers.
    private func chain() throws -> AndroidTestChain {
        var chain = try AndroidTestChain()
        chain.links[0].serial = 0x2c8c_dddf
        chain.links[1].serial = 0x00ab_cdef_0123_4567_89ab_cdef
        chain.links[2].serial = 0x0668_1152_6592_0522_5093
        chain.links[3].serial = 0xe8fa_1963_14d2_fa18
        return chain
    }

    @Test(arguments: [
        "2c8cdddf", "2C8CDDDF", "0002c8cdddf", "abcdef0123456789abcdef", "6681152659205225093", "e8fa196314d2fa18",
    ])
    func `a chain is refused if the revocation list contains any of its certificates, even the root`(serial: String) async throws {
        let chain = try chain()
        await expectRejection(.revoked) { _ = try chain.verify(list: AndroidTestChain.list(["17", serial])) }
        await expectRejection(.revoked) { _ = try chain.verify(list: AndroidTestChain.list([serial]), sending: { $0.dropLast() }) }
    }

    @Test(arguments: ["2c8cdddf0", "c8cdddf", "747429343", "1", "0", "ffffffffffffffffffffffffffffffff"])
    func `a chain is accepted if the revocation list contains only other certificates`(serial: String) throws {
        _ = try chain().verify(list: AndroidTestChain.list([serial]))
    }

    @Test(arguments: ["REVOKED", "SUSPENDED", "revoked", "GOOD", ""])
    func `a listed certificate is refused whatever its status in the revocation list`(status: String) async throws {
        let json = #"{"entries":{"2c8cdddf":{"status":"\#(status)","comment":"x","expires":"2030-01-01"}},"more":[1]}"#
        let list = try AndroidRevocationList(json: Array(json.utf8), fetchedAt: now)
        #expect(list.count == 1)
        let chain = try chain()
        await expectRejection(.revoked) { _ = try chain.verify(list: list) }
    }

    @Test(arguments: [
        (0.0, true), (86_400, true), (86_401, false), (1e9, false), (-60, true), (-61, false), (-1e9, false), (.infinity, false),
    ])
    func `a revocation list is valid for a day by default`(age: Double, isCurrent: Bool) async throws {
        let chain = try chain()
        let list = try AndroidTestChain.list(["2c8cdddf"], fetchedAt: now.addingTimeInterval(-age))
        await expectRejection(isCurrent ? .revoked : .revocationUnknown) { _ = try chain.verify(list: list) }
        let empty = try AndroidTestChain.list(fetchedAt: now.addingTimeInterval(-age))
        if isCurrent {
            _ = try chain.verify(list: empty)
        } else {
            await expectRejection(.revocationUnknown) { _ = try chain.verify(list: empty) }
        }
    }

    @Test func `a revocation list is valid for as long as the policy says`() async throws {
        let chain = try chain()
        let list = try AndroidTestChain.list(fetchedAt: now.addingTimeInterval(-100))
        _ = try chain.verify(list: list) { $0.maximumRevocationListAge = 100 }
        await expectRejection(.revocationUnknown) { _ = try chain.verify(list: list) { $0.maximumRevocationListAge = 99 } }
        await expectRejection(.revocationUnknown) { _ = try chain.verify(list: list) { $0.maximumRevocationListAge = .nan } }
    }

    @Test func `a chain is refused without a revocation list`() async throws {
        let certificates = try AndroidTestChain().certificates()
        let verifier = AndroidKeyAttestationVerifier(roots: certificates.suffix(1), policy: try AndroidTestChain.policy())
        await expectRejection(.revocationUnknown) {
            _ = try verifier.verify(
                chain: certificates.map { try $0.der }, challenge: AndroidTestChain.challenge, revocationList: nil, at: now)
        }
    }

    @Test(arguments: [#""REVOKED""#, "{}", #"{"status":1}"#, #"{"status":null}"#, #"{"status":["GOOD"]}"#, "null", "1", "[]", "true"])
    func `a listed certificate is refused although its entry cannot be read, and the other entries stay in force`(entry: String)
        async throws
    {
        let chain = try chain()
        for serials in [("2c8cdddf", "18"), ("18", "2c8cdddf")] {
            let json = #"{"entries":{"\#(serials.0)":\#(entry),"\#(serials.1)":{"status":"REVOKED"}}}"#
            let list = try AndroidRevocationList(json: Array(json.utf8), fetchedAt: now)
            #expect(list.count == 2 && list.unreadCount == 0)
            await expectRejection(.revoked) { _ = try chain.verify(list: list) }
        }
        let other = try AndroidRevocationList(json: Array(#"{"entries":{"17":\#(entry)}}"#.utf8), fetchedAt: now)
        _ = try chain.verify(list: other)
    }

    @Test(arguments: [
        "0x2c8cdddf", "0X2C8CDDDF", "2c:8c:dd:df", "2C 8C DD DF", "0x02:c8cdddf", String(repeating: "0", count: 200) + "2c8cdddf",
    ])
    func `a serial in another notation still names its certificate`(serial: String) async throws {
        let list = try AndroidTestChain.list([serial])
        #expect(list.count == 1 && list.unreadCount == 0)
        let chain = try chain()
        await expectRejection(.revoked) { _ = try chain.verify(list: list) }
    }

    private static let unreadable = ["", "0x", ":", "zz", "-1", "1.5", "2c8cdddf\u{202E}", "１", "2c8cdddf,17", "LIyN3w=="]

    @Test(arguments: unreadable) func `an entry whose serial cannot be read is left out and counted, and the others stay in force`(
        serial: String
    ) async throws {
        let chain = try chain()
        let others = (0x100..<0x108).map { String($0, radix: 16) }
        let list = try AndroidTestChain.list(others + [serial, "2c8cdddf"])
        #expect(list.count == 9 && list.unreadCount == 1)
        await expectRejection(.revoked) { _ = try chain.verify(list: list) }
        let good = try AndroidTestChain.list(others + [serial, "17"])
        #expect(good.unreadCount == 1)
        _ = try chain.verify(list: good)
    }

    @Test(arguments: [
        (1, 1, true), (4, 1, true), (9, 2, false), (99, 1, true), (98, 2, false), (197, 2, false), (198, 2, true), (296, 3, false),
        (297, 3, true), (0, 1, false), (0, 10, false), (10, 0, true), (0, 0, true),
    ])
    func `a list is refused if more than one serial and one in a hundred cannot be read, or none can`(
        read: Int, unread: Int, isAccepted: Bool
    ) async throws {
        let serials = (0..<read).map { String($0 + 0x100, radix: 16) } + (0..<unread).map { "serial \($0)" }
        if isAccepted {
            #expect(try AndroidTestChain.list(serials).unreadCount == unread)
        } else {
            await expectRejection(.revocationUnknown) { _ = try AndroidTestChain.list(serials) }
        }
    }

    @Test(arguments: [
        "", "{}", "[]", "null", #"{"entries":[]}"#, #"{"entries":null}"#, #"{"Entries":{}}"#, #"{"entries":["1"]}"#,
        #"{"entries":{"":{"status":"REVOKED"}}}"#, #"{"entries":{"-1":{"status":"REVOKED"}}}"#,
        #"{"entries":{"１":{"status":"REVOKED"}}}"#, #"{"entries":{}"#, "<html>503</html>",
    ])
    func `a revocation list in any other form is refused`(json: String) async {
        await expectRejection(.revocationUnknown) { _ = try AndroidRevocationList(json: Array(json.utf8), fetchedAt: now) }
    }

    @Test func `Google's sample of a revocation list is read`() throws {
        let list = try #require(try AndroidSample.all.first).list
        #expect(list.count == 5)
        #expect(
            list.names(
                Certificate.SerialNumber(bytes: [
                    0xcc, 0x66, 0xe9, 0xa9, 0x37, 0x13, 0xb6, 0xe6, 0x43, 0xb2, 0x6c, 0x15, 0x87, 0x97, 0x86, 0xf7,
                ])))
        // Serials with decimal digits only are hexadecimal too, as in the sample's chains.
        #expect(list.names(0x835_0192_4478_1522_8107))
        #expect(!list.names(8_350_192_447_815_228_107))
        #expect(!list.names(0x835_0192_4478_1522_8108))
        #expect(!list.names(1))
    }
}
