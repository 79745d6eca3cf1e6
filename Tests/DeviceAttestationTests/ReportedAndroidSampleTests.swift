// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import Testing

@Suite struct `Android phones of public bug reports` {
    /// The extension for the key's usage, as far as its BOOLEAN `critical`.
    private static let usage: [UInt8] = [0x06, 0x03, 0x55, 0x1d, 0x0f, 0x01, 0x01]

    @Test(arguments: [("base", nil), ("critical-01", "true_octet"), ("tag-order", "tag_order")] as [(String, String?)])
    func `a reported phone is accepted and its deviation is counted`(name: String, deviation: String?) throws {
        let report = try ReportedAndroidSample(name).report()
        #expect(report.verdict == .accepted)
        #expect(report.reason == nil)
        #expect(report.certificates.allSatisfy { $0.isReadable })
        #expect(report.deviations == (deviation.map { [$0: 1] } ?? [:]))
    }

    @Test func `a reported phone's deviations change no field of the report`() throws {
        let base = try ReportedAndroidSample("base").report().fields
        for name in ["critical-01", "tag-order"] {
            var fields = try ReportedAndroidSample(name).report().fields
            // Each chain has a key of its own.
            fields["publicKey"] = base["publicKey"]
            #expect(fields == base, "\(name)")
        }
    }

    @Test func `a reported phone whose key was imported is refused`() throws {
        let report = try ReportedAndroidSample("imported").report()
        #expect(report.verdict == .refused)
        #expect(report.reason == "key_properties")
        #expect(report.deviations.isEmpty)
    }

    @Test(
        arguments: [
            ("critical-01", 0x01, 0xff), ("base", 0xff, 0x01), ("critical-01", 0x01, 0x00), ("critical-01", 0x01, 0x02),
        ] as [(String, UInt8, UInt8)])
    func `a reported phone is refused if an octet of TRUE is changed after signing`(name: String, from: UInt8, to: UInt8) throws {
        var sample = try ReportedAndroidSample(name)
        sample.chain[0] = try replacing(Self.usage + [from], with: Self.usage + [to], in: sample.chain[0])
        let report = try sample.report()
        #expect(report.reason == "certificate_chain")
        #expect(report.certificates[0].isReadable)
    }

    @Test(arguments: ["base", "critical-01", "tag-order"])
    func `a reported phone is refused with a forged signature, another challenge, a revoked certificate or another chain`(name: String)
        throws
    {
        let sample = try ReportedAndroidSample(name)
        #expect(try sample.report(challenge: "another").reason == "challenge")
        #expect(try sample.report(revoked: ["1"]).reason == "revoked")
        var forged = sample
        forged.chain[0][forged.chain[0].count - 1] ^= 1
        #expect(try forged.report().reason == "certificate_chain")
        var other = sample
        other.chain[1] = try LockedAndroidSample.taimen().chain[1]
        #expect(try other.report().reason == "certificate_chain")
        var trailing = sample
        trailing.chain[0].append(0)
        #expect(try trailing.report().reason == "certificate_chain")
    }

    @Test func `the report on a genuine phone counts the deviations of its secure element`() throws {
        for sample in try AndroidSample.all {
            let report = AndroidKeyAttestationVerifier(roots: [sample.root], policy: try sample.policy()).report(
                chain: sample.chain, challenge: AndroidSample.challenge, revocationList: sample.list, at: AndroidSample.time)
            let isStrongBox = sample.name.hasSuffix("StrongBox")
            #expect(report.deviations == (isStrongBox ? ["ecdsa_null": 1, "issuer_name": 1] : [:]), "\(sample.name)")
        }
        for sample in [try LockedAndroidSample.taimen(), try LockedAndroidSample.tegu()] {
            let report = AndroidKeyAttestationVerifier(roots: [try sample.root], policy: sample.policy).report(
                chain: sample.chain, challenge: sample.challenge, revocationList: try AndroidTestChain.list(fetchedAt: sample.time),
                at: sample.time)
            #expect(report.deviations.isEmpty)
        }
    }
}
