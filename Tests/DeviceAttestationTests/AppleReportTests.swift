// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import Testing

@Suite struct `The report on an Apple attestation` {
    let authority: TestAuthority

    init() throws {
        authority = try TestAuthority(at: Date(timeIntervalSince1970: 1_800_000_000))
    }

    private func report(on object: [UInt8], environment: AppAttestEnvironment = .production) async -> AttestationReport {
        await AppAttestVerifier(roots: [authority.root], appID: Forgery().appID, environment: environment).report(
            attestation: object, clientDataHash: Forgery().clientDataHash, at: authority.time)
    }

    @Test func `the report on an accepted Apple attestation has every field`() async throws {
        let forgery = Forgery()
        let report = await report(on: try forgery.object(by: authority))
        #expect(report.kind == .apple)
        #expect(report.verdict == .accepted)
        #expect(report.reason == nil)
        #expect(report.certificates.map(\.publicKey) == ["P-256", "P-384"])
        #expect(report.certificates.map(\.subject) == ["CN=credential", "CN=Test intermediate"])
        #expect(report.fields["signCount"] == .number(0))
        #expect(report.fields["environment"] == .text("production"))
        #expect(report.fields["receiptLength"] == .number(3))
        #expect(report.fields["publicKey"] == report.fields["credentialPublicKey"])
        #expect(
            report.fields.keys.sorted() == [
                "aaguid", "credentialId", "credentialPublicKey", "environment", "flags", "fmt", "nonce", "publicKey", "receiptLength",
                "rpIdHash", "signCount",
            ])
    }

    @Test func `the report on a refused Apple attestation has the reason and the same fields`() async throws {
        let object = try Forgery().object(by: authority)
        let refused = await report(on: object, environment: .development)
        #expect(refused.verdict == .refused)
        #expect(refused.reason == "environment")
        #expect(refused.fields == (await report(on: object)).fields)
        let counted = await report(on: try Forgery(counter: 5).object(by: authority))
        #expect(counted.reason == "counter")
        #expect(counted.fields["signCount"] == .number(5))
    }

    @Test func `the report on an Apple attestation has every readable field when some fields are unreadable`() async throws {
        let rubbish = await report(on: [0xff])
        #expect(rubbish.reason == "malformed")
        #expect(rubbish.certificates.isEmpty)
        #expect(rubbish.fields.isEmpty)
        let half = AppAttestAttestation(certificates: [[1], [2]], receipt: [], authenticatorData: [3])
        let report = await report(on: half.encode())
        #expect(report.reason == "malformed")
        #expect(report.certificates.map(\.isReadable) == [false, false])
        #expect(report.fields.keys.sorted() == ["fmt", "receiptLength"])
        let json = Data(try report.json())
        #expect(try JSONDecoder().decode(AttestationReport.self, from: json) == report)
    }
}
