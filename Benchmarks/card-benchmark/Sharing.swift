// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import OpenID4VPWallet
import SDJWT
import SwiftASN1
import X509

/// One person's PID in some formats, a verifier's request for it, and both sides of the answer.
struct Sharing {
    /// The formats that are asked for and answered.
    enum Formats: String {
        case sdJWT = "SD-JWT"
        case mdoc
        case both = "both formats"
    }

    private static let state = "state-of-the-benchmark"
    private static let responseURI = "https://verifier.example/response/1"

    let documents: Documents
    let query: DCQLQuery
    /// The signed request object.
    let request: [UInt8]
    let clientID: ClientIdentifier
    /// The root of the verifier's access certificate, in DER.
    let accessRoot: [UInt8]
    private let link: PresentationLink
    private let settings: WalletSettings
    private let chosen: [ChosenPresentation]
    private let verifier: AnswerVerifier
    private let expected: ExpectedAnswer

    /// - Parameter type: the type of SD-JWT that the verifier asks for.
    init(_ formats: Formats, now: Date, type: String = Documents.credentialType) async throws {
        documents = try Documents(now: now)
        query = try Self.query(formats, type)
        let access = try AccessCertificate(now: now)
        let key = EncryptionPrivateKey(keyID: "1")
        guard let address = HTTPSURL(Self.responseURI) else { throw BenchmarkError("no address") }
        let seconds = Int64(now.timeIntervalSince1970)
        accessRoot = try Authority.der(access.root)
        clientID = try ClientIdentifier("x509_hash:" + Base64URL.encode(Array(SHA256.hash(data: access.der))))
        let draft = RequestDraft(
            clientID: clientID, certificates: [access.der], responseURI: address, query: query, nonce: Documents.nonce,
            state: Self.state, key: key.publicKey, registration: nil, walletNonce: nil, issuedAt: seconds, expiresAt: seconds + 86_400)
        let unsigned = draft.unsigned
        let signature = try access.key.signature(for: unsigned.signingInput)
        request = Array(try unsigned.signed(with: Array(signature.rawRepresentation)).utf8)
        link = PresentationLink(clientID: clientID, requestURI: address, isPost: false)
        settings = WalletSettings(accessRoots: [access.root], registrarRoots: [])
        chosen = try await Self.chosen(formats, documents)
        verifier = AnswerVerifier(
            sdJWTRoots: [documents.authority.root], mdocRoots: [documents.authority.root], mdocProfile: .iso18013)
        expected = ExpectedAnswer(
            clientID: clientID.text, nonce: Documents.nonce, state: Self.state, responseURI: Self.responseURI, key: key, query: query,
            types: [:])
    }

    /// The query for the claims that ``Documents/shown`` names.
    private static func query(_ formats: Formats, _ type: String) throws -> DCQLQuery {
        let sdJWT: JSONValue = [
            "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": [.string(type)]],
            "claims": [["path": ["family_name"]], ["path": ["given_name"]], ["path": ["birthdate"]]],
        ]
        let space = JSONValue.string(Documents.space.text)
        let mdoc: JSONValue = [
            "id": "mdoc", "format": "mso_mdoc", "meta": ["doctype_value": .string(Documents.docType.text)],
            "claims": [["path": [space, "family_name"]], ["path": [space, "given_name"]], ["path": [space, "birth_date"]]],
        ]
        let credentials: [JSONValue] =
            switch formats {
            case .sdJWT: [sdJWT]
            case .mdoc: [mdoc]
            case .both: [sdJWT, mdoc]
            }
        return try DCQLQuery(["credentials": .array(credentials)])
    }

    private static func chosen(_ formats: Formats, _ documents: Documents) async throws -> [ChosenPresentation] {
        let sdJWT = ChosenPresentation(queryID: "pid", copy: .sdJWT(try await documents.sdJWT(), Documents.shown))
        let elements: Set<ElementIdentifier> = ["family_name", "given_name", "birth_date"]
        let mdoc = ChosenPresentation(queryID: "mdoc", copy: .mdoc(try await documents.mdoc(), [Documents.space: elements]))
        return switch formats {
        case .sdJWT: [sdJWT]
        case .mdoc: [mdoc]
        case .both: [sdJWT, mdoc]
        }
    }

    /// The wallet's side, which reads the request.
    func received() async throws -> PresentationClient {
        var client = PresentationClient(link: link, arrivedBy: .sameDevice, settings: settings, random: randomBytes)
        let answer = VerifierAnswer(status: 200, mediaType: SignedRequest.mediaType, body: request)
        try await client.receiveRequest(answer, at: documents.now)
        return client
    }

    /// The wallet's side, which answers: the posted form.
    func answered(_ received: PresentationClient) throws -> [UInt8] {
        var client = received
        try client.approve(chosen, at: documents.now)
        guard case .sign(let inputs) = client.step else { throw BenchmarkError("nothing to sign") }
        let holder = documents.holder
        let signatures = try inputs.map { Array(try holder.signature(for: $0).rawRepresentation) }
        try client.signed(signatures, holders: inputs.map { _ in JWK(holder.publicKey) })
        guard case .send(let answer) = client.step else { throw BenchmarkError("nothing to send") }
        return answer.body
    }

    /// The verifier's side.
    func verify(_ form: [UInt8]) async throws {
        guard case .answer(let jwe) = try AnswerVerifier.read(form) else { throw BenchmarkError("not an answer") }
        let verified = try await verifier.verify(jwe, expected, at: documents.now)
        guard verified.credentials.count == chosen.count else { throw BenchmarkError("not every credential") }
    }
}

/// The access certificate of a verifier, and its root.
private struct AccessCertificate {
    let root: Certificate
    let der: [UInt8]
    let key = P256.Signing.PrivateKey()

    init(now: Date) throws {
        let (rootKey, day) = (P256.Signing.PrivateKey(), TimeInterval(86_400))
        let leafKey = key.publicKey
        func make(_ subject: String, _ key: P256.Signing.PublicKey, _ extensions: [Certificate.Extension]) throws -> Certificate {
            try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key), notValidBefore: now - day,
                notValidAfter: now + 400 * day, issuer: DistinguishedName { CommonName("access root") },
                subject: DistinguishedName { CommonName(subject) }, extensions: Certificate.Extensions(extensions),
                issuerPrivateKey: .init(rootKey))
        }
        root = try make(
            "access root", rootKey.publicKey,
            [
                .init(BasicConstraints.isCertificateAuthority(maxPathLength: 0), critical: true),
                .init(KeyUsage(keyCertSign: true, cRLSign: true), critical: true),
            ])
        let leaf = try make(
            "verifier", leafKey,
            [
                .init(BasicConstraints.notCertificateAuthority, critical: true),
                .init(KeyUsage(digitalSignature: true), critical: true),
                .init(SubjectAlternativeNames([.dnsName("verifier.example")]), critical: false),
            ])
        der = try Authority.der(leaf)
    }
}
