// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

@Suite struct `The BOOLEANs of certificates in an Android chain` {
    let chain: AndroidTestChain
    /// The keys of the certificates 1, 2 and 3, the last of which is the root.
    let keys = [P256.Signing.PrivateKey(), P256.Signing.PrivateKey(), P256.Signing.PrivateKey()]

    init() throws {
        var chain = try AndroidTestChain()
        for (index, key) in keys.enumerated() { chain.links[index + 1].key = .init(key) }
        self.chain = chain
    }

    private static let usage: [UInt8] = [0x55, 0x1d, 0x0f]
    private static let constraints: [UInt8] = [0x55, 0x1d, 0x13]
    /// 1.3.6.1.4.1.99999.1
    private static let unknown: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0x86, 0x8d, 0x1f, 0x01]

    /// An extension in DER.
    ///
    /// - Parameter critical: the elements at the place of `critical`.
    private static func extensionDER(_ name: [UInt8], critical: [UInt8], value: [UInt8] = [0x03, 0x02, 0x07, 0x80]) -> [UInt8] {
        element([0x30], element([0x06], name) + critical + element([0x04], value))
    }

    /// The leaf with only one extension besides the key description.
    private func leaf(_ first: [UInt8]) throws -> [UInt8] {
        let value = try chain.description.encode()
        var serializer = DER.Serializer()
        try serializer.serialize(Certificate.Extension(oid: AndroidKeyDescription.extensionID, critical: false, value: value[...]))
        let extensions = element([0x30], first + serializer.serializedBytes)
        return try resigned(try chain.certificate(0).der, by: keys[0]) { fields in
            fields.dropLast().map { Array($0.encodedBytes) } + [element([0xa3], extensions)]
        }
    }

    private func report(_ sent: [[UInt8]]) throws -> AttestationReport {
        AndroidKeyAttestationVerifier(roots: [try chain.certificate(3)], policy: try AndroidTestChain.policy()).report(
            chain: sent, challenge: AndroidTestChain.challenge, revocationList: try AndroidTestChain.list(), at: AndroidTestChain.time)
    }

    /// The report on the chain with another leaf.
    private func report(leaf: [UInt8]) throws -> AttestationReport {
        try report([leaf] + (try chain.encoded().dropFirst()))
    }

    // MARK: The phone's own certificate

    @Test(arguments: [0x01, 0x02, 0x7f, 0x80, 0xfe, 0xff] as [UInt8])
    func `in the phone's own certificate every octet but 0 is TRUE`(octet: UInt8) throws {
        let boolean: [UInt8] = [0x01, 0x01, octet]
        let accepted = try report(leaf: leaf(Self.extensionDER(Self.usage, critical: boolean)))
        #expect(accepted.reason == nil)
        #expect(accepted.deviations == (octet == 0xff ? [:] : ["true_octet": 1]))
        // An unknown extension shows that the octet is read as TRUE.
        let refused = try report(leaf: leaf(Self.extensionDER(Self.unknown, critical: boolean)))
        #expect(refused.reason == "certificate_chain")
        #expect(refused.certificates[0].isReadable)
    }

    @Test func `in the phone's own certificate the octet 0 is FALSE`() throws {
        for name in [Self.usage, Self.unknown] {
            let accepted = try report(leaf: leaf(Self.extensionDER(name, critical: [0x01, 0x01, 0x00])))
            #expect(accepted.reason == nil)
            #expect(accepted.deviations == ["written_default": 1])
        }
    }

    @Test(
        arguments: [
            [0x01, 0x00], [0x01, 0x02, 0x01, 0x01], [0x01, 0x02, 0x00, 0x00], [0x01, 0x02, 0xff, 0xff], [0x01, 0x81, 0x01, 0x01],
            [0x21, 0x03, 0x01, 0x01, 0x01], [0x02, 0x01, 0x01], [0x0a, 0x01, 0x01], [0x81, 0x01, 0x01], [0x05, 0x00],
            [0x01, 0x01, 0x01, 0x01, 0x01, 0x01], [0x01, 0x01, 0x00, 0x01, 0x01, 0xff], [0x01, 0x01, 0x01, 0x05, 0x00],
        ] as [[UInt8]])
    func `the phone's own certificate is refused with a BOOLEAN that is not one octet, of a wrong type, or twice`(boolean: [UInt8]) throws {
        let report = try report(leaf: leaf(Self.extensionDER(Self.usage, critical: boolean)))
        #expect(report.reason == "certificate_chain")
        #expect(!report.certificates[0].isReadable)
    }

    @Test(
        arguments: [
            ([0x30, 0x00], true), ([0x30, 0x03, 0x01, 0x01, 0x00], true), ([0x30, 0x03, 0x01, 0x01, 0x01], false),
            ([0x30, 0x03, 0x01, 0x01, 0xff], false), ([0x30, 0x04, 0x01, 0x02, 0x00, 0x00], false),
            ([0x30, 0x06, 0x01, 0x01, 0x00, 0x02, 0x01, 0x00], false), ([0x30, 0x06, 0x01, 0x01, 0x00, 0x01, 0x01, 0xff], false),
        ] as [([UInt8], Bool)])
    func `the phone's own certificate is refused if its constraints do not say that it is no authority`(
        value: [UInt8], isAccepted: Bool
    ) throws {
        let report = try report(leaf: leaf(Self.extensionDER(Self.constraints, critical: [], value: value)))
        #expect(report.reason == (isAccepted ? nil : "certificate_chain"))
        #expect(report.deviations == (value.count == 5 && isAccepted ? ["written_default": 1] : [:]))
    }

    @Test func `the signature of the phone's own certificate is verified over the received bytes`() throws {
        let critical: (UInt8) -> [UInt8] = { Self.extensionDER(Self.usage, critical: [0x01, 0x01, $0]) }
        for (signed, sent) in [(0x01, 0xff), (0xff, 0x01), (0x01, 0x02)] as [(UInt8, UInt8)] {
            let forged = try replacing(critical(signed), with: critical(sent), in: try leaf(critical(signed)))
            #expect(try report(leaf: forged).reason == "certificate_chain")
        }
    }

    @Test func `a key description counts each deviation, and is accepted with all of them`() throws {
        var odd = chain
        odd.description.hardwareEnforced[.purpose] = .numbers([2, 3])
        var value = try replacing([0x01, 0x01, 0xff], with: [0x01, 0x01, 0x01], in: try odd.description.encode())
        value = try replacing([0x02, 0x01, 0x02, 0x02, 0x01, 0x03], with: [0x02, 0x01, 0x03, 0x02, 0x01, 0x02], in: value)
        // Exchanges algorithm and key size.
        let (algorithm, size): ([UInt8], [UInt8]) = ([0xa2, 0x03, 0x02, 0x01, 0x03], [0xa3, 0x04, 0x02, 0x02, 0x01, 0x00])
        value = try replacing(algorithm + size, with: size + algorithm, in: value)
        odd.value = value
        let report = try report(odd.encoded())
        #expect(report.reason == nil)
        #expect(report.deviations == ["true_octet": 1, "set_order": 1, "tag_order": 1])
        odd.value = try replacing([0x01, 0x01, 0x01], with: [0x01, 0x01, 0x00], in: value)
        #expect(try self.report(odd.encoded()).reason == "verified_boot")
    }

    // MARK: Authorities

    @Test(arguments: 1...3)
    func `in an authority's certificate a BOOLEAN must be DER`(index: Int) throws {
        var sent = try chain.encoded()
        let signer = keys[min(index, 2)]
        let name: [UInt8] = [0x06, 0x03] + Self.constraints
        func authority(_ octet: UInt8) throws -> [UInt8] {
            try resigned(sent[index], by: signer) { fields in
                try fields.enumerated().map { position, field in
                    let bytes = Array(field.encodedBytes)
                    guard position == fields.count - 1 else { return bytes }
                    return try replacing(name + [0x01, 0x01, 0xff], with: name + [0x01, 0x01, octet], in: bytes)
                }
            }
        }
        let (right, wrong) = (try authority(0xff), try authority(0x01))
        sent[index] = right
        #expect(try report(sent).reason == nil)
        sent[index] = wrong
        let report = try report(sent)
        #expect(report.reason == "certificate_chain")
        #expect(report.certificates.map(\.isReadable) == (0...3).map { $0 != index })
        #expect(report.deviations.isEmpty)
    }

    @Test func `a trusted root must be DER`() throws {
        let root = try chain.certificate(3).der
        func pem(_ octet: UInt8) throws -> String {
            let name: [UInt8] = [0x06, 0x03] + Self.constraints + [0x01, 0x01]
            let base64 = Data(try replacing(name + [0xff], with: name + [octet], in: root)).base64EncodedString()
            return "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
        }
        let policy = try AndroidTestChain.policy()
        #expect(try AndroidKeyAttestationVerifier(rootsPEM: pem(0xff), policy: policy).roots.count == 1)
        #expect(throws: AttestationRejection(.certificateChain)) {
            _ = try AndroidKeyAttestationVerifier(rootsPEM: pem(0x01), policy: policy)
        }
    }
}
