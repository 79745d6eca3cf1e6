// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

@Suite struct `Attestations under a test root` {
    let authority: TestAuthority
    let time = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        authority = try TestAuthority(at: time)
    }

    private func verify(_ forgery: Forgery, roots: [Certificate]? = nil, environment: AppAttestEnvironment = .production) async throws
        -> AttestedAppleKey
    {
        try await verify(try forgery.object(by: authority), roots: roots, environment: environment)
    }

    private func verify(
        _ object: [UInt8], roots: [Certificate]? = nil, environment: AppAttestEnvironment = .production
    ) async throws -> AttestedAppleKey {
        let verifier = AppAttestVerifier(roots: roots ?? [authority.root], appID: Forgery().appID, environment: environment)
        return try await verifier.verify(attestation: object, clientDataHash: Forgery().clientDataHash, at: time)
    }

    @Test(arguments: AppAttestEnvironment.allCases)
    func `an Apple attestation is accepted in its own environment only`(environment: AppAttestEnvironment) async throws {
        let forgery = Forgery(environment: environment)
        let key = try await verify(forgery, environment: environment)
        #expect(key.publicKey.rawRepresentation == forgery.key.publicKey.rawRepresentation)
        let other: AppAttestEnvironment = environment == .production ? .development : .production
        await expectRejection(.environment) { _ = try await verify(forgery, environment: other) }
    }

    @Test(arguments: [1, 2, 0x100, 0x8000_0000, UInt32.max])
    func `an Apple attestation with a counter above 0 is refused`(counter: UInt32) async {
        await expectRejection(.counter) { _ = try await verify(Forgery(counter: counter)) }
    }

    @Test(arguments: [
        Array("appattestsandbox".utf8), Array("appattest-------".utf8), Array("APPATTEST".utf8) + [0, 0, 0, 0, 0, 0, 0],
        [UInt8](repeating: 0, count: 16),
    ])
    func `an Apple attestation with an unknown AAGUID is refused`(aaguid: [UInt8]) async {
        await expectRejection(.environment) { _ = try await verify(Forgery(aaguid: aaguid)) }
    }

    @Test func `an Apple attestation is refused when key, key id and certificate do not belong together`() async {
        let other = P256.Signing.PrivateKey().publicKey
        await expectRejection(.keyID) { _ = try await verify(Forgery(credentialID: other.appAttestKeyID)) }
        await expectRejection(.keyID) { _ = try await verify(Forgery(credentialID: [])) }
        await expectRejection(.keyID) { _ = try await verify(Forgery(coseKey: other)) }
        await expectRejection(.keyID) { _ = try await verify(Forgery(certifiedKey: .init(other))) }
        await expectRejection(.keyID) { _ = try await verify(Forgery(certifiedKey: .init(P384.Signing.PrivateKey().publicKey))) }
        await expectRejection(.keyID) { _ = try await verify(Forgery(credentialID: other.appAttestKeyID, coseKey: other)) }
    }

    @Test func `an Apple attestation is refused for a different app or challenge`() async {
        await expectRejection(.appID) { _ = try await verify(Forgery(appID: AppID(teamID: "ABCDE12345", bundleID: "nl.example.walle"))) }
        await expectRejection(.nonce) { _ = try await verify(Forgery(clientDataHash: [UInt8](repeating: 8, count: 32))) }
        await expectRejection(.nonce) { _ = try await verify(Forgery(clientDataHash: [UInt8](repeating: 7, count: 31))) }
    }

    @Test func `an Apple attestation is refused when the nonce's extension is missing or malformed`() async throws {
        let data = AuthenticatorData(
            relyingPartyIDHash: Forgery().appID.relyingPartyIDHash, counter: 0,
            credential: AttestedCredential(
                aaguid: AppAttestEnvironment.production.aaguid, id: P256.Signing.PrivateKey().publicKey.appAttestKeyID,
                publicKey: P256.Signing.PrivateKey().publicKey))
        let nonce = AppAttestNonce(authenticatorData: data.encode(), clientDataHash: Forgery().clientDataHash).bytes
        let wrong: [[UInt8]?] = [
            nil, [], nonce, [0x04, 0x20] + nonce, [0x30, 0x22, 0x04, 0x20] + nonce, [0xa1, 0x22, 0x04, 0x20] + nonce,
            [0x30, 0x24, 0xa2, 0x22, 0x04, 0x20] + nonce, [0x30, 0x24, 0xa1, 0x22, 0x0c, 0x20] + nonce,
            [0x30, 0x22, 0x81, 0x20] + nonce, [0x30, 0x23, 0xa1, 0x21, 0x04, 0x1f] + nonce.dropLast(),
            [0x30, 0x25, 0xa1, 0x23, 0x04, 0x21] + nonce + [0], [0x30, 0x24, 0xa1, 0x22, 0x04, 0x20] + nonce + [0],
            [0x30, 0x26, 0xa1, 0x22, 0x04, 0x20] + nonce + [0x05, 0x00], [0x30, 0x26, 0xa1, 0x24, 0x04, 0x20] + nonce + [0x05, 0x00],
            [0x30, 0x81, 0x24, 0xa1, 0x22, 0x04, 0x20] + nonce, [0x30, 0x80, 0xa1, 0x22, 0x04, 0x20] + nonce + [0, 0],
            [0x31, 0x24, 0xa1, 0x22, 0x04, 0x20] + nonce,
        ]
        for value in wrong {
            await expectRejection(.nonce, "\(value?.count ?? -1)") { _ = try await verify(Forgery(nonceExtension: value)) }
        }
    }

    @Test func `the nonce of an Apple attestation is read only in its exact form`() throws {
        // The table above would also fail because of a wrong nonce; this test shows that the form alone decides.
        let nonce = AppAttestNonce(authenticatorData: [1], clientDataHash: [2])
        let value = try nonce.makeExtension().value
        #expect(Array(value) == [0x30, 0x24, 0xa1, 0x22, 0x04, 0x20] + nonce.bytes)
        let name = try DistinguishedName { CommonName("x") }
        func certificate(_ value: [UInt8]) throws -> Certificate {
            try TestAuthority.certificate(
                named: name, key: .init(P256.Signing.PrivateKey().publicKey), issuer: name, issuerKey: P384.Signing.PrivateKey(), at: time,
                extensions: Certificate.Extensions([
                    Certificate.Extension(oid: [1, 2, 840, 113635, 100, 8, 2], critical: false, value: value[...])
                ]))
        }
        #expect(try AppAttestNonce(in: certificate(Array(value))) == nonce)
        for wrong in [
            [0x30, 0x22, 0x04, 0x20] + nonce.bytes, Array(value) + [0], [0x30, 0x81] + Array(value.dropFirst()),
            [0x30, 0x26] + Array(value.dropFirst(2)) + [0x05, 0x00], [0x30, 0x24, 0xa0] + Array(value.dropFirst(3)),
        ] {
            let refused = try certificate(wrong)
            #expect(throws: AttestationRejection(.nonce)) { try AppAttestNonce(in: refused) }
        }
    }

    @Test func `an Apple attestation with an invalid chain is refused`() async throws {
        await expectRejection(.certificateChain) { _ = try await verify(Forgery(isSignedByRoot: true)) }
        await expectRejection(.certificateChain) { _ = try await verify(Forgery(isAuthority: true, criticalExtension: [1, 2, 3])) }
        await expectRejection(.certificateChain) { _ = try await verify(Forgery(criticalExtension: [1, 2, 840, 113635, 100, 8, 5])) }
        // The intermediate is not a root, even if it is configured as one.
        await expectRejection(.certificateChain) { _ = try await verify(Forgery(), roots: [authority.intermediate]) }
        // The same names with other keys.
        let twin = try TestAuthority(at: time)
        await expectRejection(.certificateChain) { _ = try await verify(Forgery(), roots: [twin.root]) }
        let object = try AppAttestAttestation(decoding: Forgery().object(by: authority))
        let mixed = AppAttestAttestation(
            certificates: [object.certificates[0], try twin.intermediate.der], receipt: [], authenticatorData: object.authenticatorData)
        await expectRejection(.certificateChain) { _ = try await verify(mixed.encode()) }
    }

    @Test func `an Apple attestation is refused at times that no certificate can write`() async throws {
        let object = try Forgery().object(by: authority)
        let verifier = AppAttestVerifier(roots: [authority.root], appID: Forgery().appID, environment: .production)
        for seconds in [253_402_300_799, 253_402_300_800, 1e300, .infinity, .nan, -62_135_596_801, -1e300] as [TimeInterval] {
            await expectRejection(.certificateChain, "\(seconds)") {
                let time = Date(timeIntervalSince1970: seconds)
                _ = try await verifier.verify(attestation: object, clientDataHash: Forgery().clientDataHash, at: time)
            }
        }
    }

    @Test func `an Apple attestation is refused when a credential's certificate signs another certificate`() async throws {
        // The owner of an attested key must not be able to attest other keys with it.
        let subject = try DistinguishedName { CommonName("credential") }
        let stolen = P384.Signing.PrivateKey()
        let leaf = try TestAuthority.certificate(
            named: subject, key: .init(stolen.publicKey), issuer: authority.intermediate.subject, issuerKey: authority.intermediateKey,
            at: time, extensions: Certificate.Extensions { Critical(BasicConstraints.notCertificateAuthority) })
        let forged = try AppAttestAttestation(decoding: Forgery().object(by: authority))
        let child = try TestAuthority.certificate(
            named: subject, key: .init(P256.Signing.PrivateKey().publicKey), issuer: subject, issuerKey: stolen, at: time,
            extensions: Certificate.Extensions { Critical(BasicConstraints.notCertificateAuthority) })
        for chain in [[try child.der, try leaf.der], [try child.der, try leaf.der, try authority.intermediate.der]] {
            let object = AppAttestAttestation(certificates: chain, receipt: [], authenticatorData: forged.authenticatorData)
            await expectRejection(.certificateChain) { _ = try await verify(object.encode()) }
        }
    }

    @Test func `an Apple attestation is refused when the COSE key is not exactly a P-256 point`() async throws {
        let point = Array(Forgery().key.publicKey.rawRepresentation)
        var right = CBORMap()
        right[1] = CBORItem(2)
        right[3] = CBORItem(-7)
        right[-1] = CBORItem(1)
        right[-2] = .bytes(Array(point.prefix(32)))
        right[-3] = .bytes(Array(point.suffix(32)))
        func changed(_ label: Int64, _ value: CBORItem?) -> CBORItem {
            var map = right
            map[label] = value
            return .map(map)
        }
        let wrong = [
            changed(1, CBORItem(1)), changed(3, CBORItem(-8)), changed(3, nil), changed(-1, CBORItem(2)), changed(-2, nil),
            changed(-2, .bytes(Array(point.prefix(31)))), changed(-2, .bytes([0] + point.prefix(32))), changed(-3, .bool(true)),
            changed(-3, .bytes([UInt8](repeating: 0, count: 32))), changed(-3, right[-2]), changed(2, .bytes([1])), changed(4, .array([])),
            .array([]), .null, .tagged(1, .map(right)),
        ]
        // The COSE key is the last part of the data: 77 bytes.
        let genuine = CBORItem.map(right).encode()
        #expect(genuine.count == 77)
        for item in wrong {
            await expectRejection(.malformed) {
                _ = try await verify(Forgery(changeData: { $0 = $0.dropLast(77) + item.encode() }))
            }
        }
        await expectRejection(.keyID, "another key") {
            _ = try await verify(Forgery(changeData: { $0 = $0.dropLast(77) + genuine }))
        }
    }

    @Test func `an Apple attestation may have extensions, with and without their flag, but no other trailing data`() async throws {
        // a1 61 61 01: {"a": 1}
        for flags in [0x40, 0xc0] as [UInt8] {
            _ = try await verify(
                Forgery(changeData: {
                    $0[32] = flags; $0 += [0xa1, 0x61, 0x61, 0x01]
                }))
        }
        let wrong: [[UInt8]] = [
            [0x00], [0xa1, 0x01, 0x01], [0x81, 0x01], [0xa1, 0x61, 0x61, 0x01, 0x00], [0xa1, 0x61, 0x61], [0xbf, 0xff],
        ]
        for trailer in wrong {
            await expectRejection(.malformed) { _ = try await verify(Forgery(changeData: { $0 += trailer })) }
        }
        await expectRejection(.malformed) { _ = try await verify(Forgery(changeData: { $0[32] = 0xc0 })) }
        for flags in [0x00, 0x01, 0x80, 0x42, 0x60] as [UInt8] {
            await expectRejection(.malformed) { _ = try await verify(Forgery(changeData: { $0[32] = flags })) }
        }
    }

    @Test(arguments: [
        "a0", "80", "f6", "00", "", "a1 63 666d74 01", "a1 63 666d74 6f 6170706c652d6170706174746573 74",
        "a2 63 666d74 6f 6170706c652d6170706174746573 74 68 6175746844617461 40",
    ])
    func `bytes that are not an attestation object are refused`(digits: String) async {
        let values = digits.compactMap(\.hexDigitValue)
        let bytes = stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
        await expectRejection(.malformed) { _ = try await verify(bytes) }
    }

    @Test func `an Apple attestation with a wrong member is refused, and an unknown format is reported`() async throws {
        let right = try #require(try CBORItem(decoding: Forgery().object(by: authority)).map)
        func changed(_ change: (inout CBORMap) -> Void) -> [UInt8] {
            var map = right
            change(&map)
            return CBORItem.map(map).encode()
        }
        let statement = try #require(right["attStmt"]?.map)
        var longer = statement
        longer["alg"] = CBORItem(-7)
        var mistyped = statement
        mistyped["receipt"] = .text("")
        var nested = statement
        nested["x5c"] = .array([.array([])])
        _ = try await verify(changed { _ in })
        for object in [
            changed { $0["more"] = .null }, changed { $0["attStmt"] = .map(longer) }, changed { $0["attStmt"] = .map(mistyped) },
            changed { $0["attStmt"] = .map(nested) }, changed { $0["attStmt"] = .array([]) }, changed { $0["authData"] = .text("") },
            changed { $0["authData"] = .bytes([]) }, changed { $0["fmt"] = .bytes([]) }, changed { $0["receipt"] = $0["fmt"] },
            [0xbf] + changed { _ in }.dropFirst() + [0xff], [0xb8, 0x03] + changed { _ in }.dropFirst(),
        ] {
            await expectRejection(.malformed) { _ = try await verify(object) }
        }
        for format in ["android-key", "packed", "none", "", "apple-appattest ", "Apple-appattest"] {
            await expectRejection(.unknownFormat) { _ = try await verify(changed { $0["fmt"] = .text(format) }) }
        }
        var large = statement
        large["receipt"] = .bytes([UInt8](repeating: 0, count: 1 << 16))
        await expectRejection(.malformed) { _ = try await verify(changed { $0["attStmt"] = .map(large) }) }
    }
}
