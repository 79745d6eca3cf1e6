// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import Testing

@Suite struct `The report on an Android attestation` {
    private func report(
        on chain: [[UInt8]], of made: AndroidTestChain, challenge: [UInt8] = AndroidTestChain.challenge
    ) throws -> AttestationReport {
        AndroidKeyAttestationVerifier(roots: [try made.certificate(3)], policy: try AndroidTestChain.policy()).report(
            chain: chain, challenge: challenge, revocationList: try AndroidTestChain.list(), at: AndroidTestChain.time)
    }

    @Test func `the report on an accepted Android attestation has every field`() throws {
        let chain = try AndroidTestChain()
        let report = try report(on: chain.encoded(), of: chain)
        #expect(report.kind == .android)
        #expect(report.verdict == .accepted)
        #expect(report.reason == nil)
        #expect(report.time == "2027-01-15T08:00:00Z")
        #expect(report.certificates.count == 4)
        #expect(report.certificates.map(\.publicKey) == ["P-256", "P-256", "P-384", "P-384"])
        #expect(report.certificates[0].serialNumber == "1")
        #expect(report.certificates[0].subject == "2.5.4.5=Android Keystore Key")
        #expect(report.certificates[1].notValidAfter == "2027-01-15T09:00:00Z")
        #expect(report.fields["attestationVersion"] == .number(300))
        #expect(report.fields["attestationSecurityLevel"] == .text("TrustedEnvironment"))
        #expect(report.fields["attestationChallenge"] == .text(String(repeating: "c1", count: 32)))
        guard case .members(let hardware) = report.fields["hardwareEnforced"], case .members(let root) = hardware["rootOfTrust"],
            case .members(let software) = report.fields["softwareEnforced"]
        else {
            Issue.record("lists are missing")
            return
        }
        #expect(hardware.count == 12)
        #expect(hardware["purpose"] == .list([.number(2)]))
        #expect(hardware["noAuthRequired"] == .flag(true))
        #expect(hardware["osPatchLevel"] == .number(202_612))
        #expect(root["deviceLocked"] == .flag(true))
        #expect(root["verifiedBootState"] == .text("Verified"))
        #expect(root["verifiedBootKey"] == .text(String(repeating: "b1", count: 32)))
        #expect(
            software["attestationApplicationId"]
                == .members([
                    "packageInfos": .list([.members(["packageName": .text("nl.example.wallet"), "version": .number(7)])]),
                    "signatureDigests": .list([.text(String(repeating: "d1", count: 32))]),
                ]))
    }

    @Test func `the report on too long a chain has as many certificates as a verifier accepts`() throws {
        let chain = try AndroidTestChain()
        let report = try report(on: chain.encoded() + [[UInt8]](repeating: [0], count: 100), of: chain)
        #expect(report.reason == "certificate_chain")
        #expect(report.certificates.count == AndroidKeyAttestationVerifier.maximumCount)
    }

    @Test func `the report on a refused Android attestation has the reason and the same fields`() throws {
        let chain = try AndroidTestChain()
        let accepted = try report(on: chain.encoded(), of: chain)
        let refused = try report(on: chain.encoded(), of: chain, challenge: [1])
        #expect(refused.verdict == .refused)
        #expect(refused.reason == "challenge")
        #expect(refused.fields == accepted.fields)
        let foreign = try AndroidTestChain()
        let distrusted = try report(on: chain.encoded(), of: foreign)
        #expect(distrusted.reason == "certificate_chain")
        #expect(distrusted.fields == accepted.fields)
    }

    @Test func `the report has every readable field when some fields are unreadable`() throws {
        var chain = try AndroidTestChain()
        chain.value = [0x30, 0x00]
        let unread = try report(on: chain.encoded(), of: chain)
        #expect(unread.reason == "malformed")
        #expect(Array(unread.fields.keys) == ["publicKey"])
        let rubbish = try report(on: [[1, 2, 3], []], of: chain)
        #expect(rubbish.reason == "certificate_chain")
        #expect(rubbish.certificates.map(\.isReadable) == [false, false])
        #expect(rubbish.certificates.allSatisfy { $0.subject == nil && $0.serialNumber == nil && $0.sha256.utf8.count == 64 })
        #expect(rubbish.fields.isEmpty)
        #expect(try report(on: [], of: chain).certificates.isEmpty)
    }

    @Test func `the report shows unknown tags, and numbers beyond JSON's precision, as text`() throws {
        var chain = try AndroidTestChain()
        chain.description.hardwareEnforced[AuthorizationTag(number: 502)] = .number(.max)
        chain.description.hardwareEnforced[AuthorizationTag(number: 800)] = .unknown([0xbf, 0x86, 0x20, 0x02, 0x05, 0x00])
        guard case .members(let hardware) = try report(on: chain.encoded(), of: chain).fields["hardwareEnforced"] else {
            Issue.record("the list is missing")
            return
        }
        #expect(hardware["userSecureId"] == .text("18446744073709551615"))
        #expect(hardware["800"] == .text("bf8620020500"))
    }

    @Test func `the report round-trips through JSON`() throws {
        let chain = try AndroidTestChain()
        for report in [try report(on: chain.encoded(), of: chain), try report(on: [[0]], of: chain)] {
            let json = Data(try report.json())
            #expect(try JSONDecoder().decode(AttestationReport.self, from: json) == report)
            let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
            #expect(object["kind"] as? String == "android")
            #expect(object["verdict"] as? String == report.verdict.rawValue)
        }
    }

    @Test func `a report's value is decoded up to the maximum depth`() throws {
        func nested(_ levels: Int) -> Data {
            Data((String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)).utf8)
        }
        #expect(throws: Never.self) { try JSONDecoder().decode(ReportValue.self, from: nested(ReportValue.maximumDepth)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ReportValue.self, from: nested(ReportValue.maximumDepth + 1)) }
    }

    @Test(arguments: try AndroidSample.all)
    func `the report on a real device shows its unlocked boot loader`(sample: AndroidSample) throws {
        let report = AndroidKeyAttestationVerifier(roots: [sample.root], policy: try sample.policy()).report(
            chain: sample.chain, challenge: AndroidSample.challenge, revocationList: sample.list, at: AndroidSample.time)
        #expect(report.reason == "verified_boot")
        guard case .members(let hardware) = report.fields["hardwareEnforced"], case .members(let root) = hardware["rootOfTrust"] else {
            Issue.record("the state is missing")
            return
        }
        #expect(root["deviceLocked"] == .flag(false))
        #expect(root["verifiedBootState"] == .text("Unverified"))
        #expect(report.certificates.last?.publicKey == "RSA 4096")
        #expect(report.certificates.allSatisfy { $0.isReadable })
    }
}
