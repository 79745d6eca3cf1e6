// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import MDoc
import SDJWT
import Testing
import VerifierWorld

@testable import WalletCore

/// A copy as a query sees it, made without verifying the copy again.
struct CopyContentsTests {
    private static func queried(_ token: CompactSDJWT) -> QueriedCredential? {
        CopyContents.sdJWT(token).queried(as: "r", type: "t", parents: ["t": ["p", "q"]])
    }

    private static func token(_ certificates: [[UInt8]]) async throws -> CompactSDJWT {
        let unsigned = try UnsignedSDJWT(claims: ["vct": "t", "name": "A"], disclosable: [["name"]], random: VerifierWorld.random)
        return try await unsigned.signed(certificates: certificates) { try VerifierWorld.issuer.sign($0) }
    }

    @Test func `a copy's claims are the visible ones and those of its disclosures`() async throws {
        let token = try await Self.token(VerifierWorld.issuer.chain)
        let credential = try #require(Self.queried(token))
        #expect(credential.reference == "r" && credential.types == ["t", "p", "q"] && credential.withheld == ["recovery_code"])
        #expect(credential.claims == ["vct": "t", "name": "A"] && credential.authorityKeys.count == 1)
        #expect(try token.disclosing([]).claims() == ["vct": "t"])
    }

    @Test func `a type without parents has only itself`() async throws {
        let contents = CopyContents.sdJWT(try await Self.token([]))
        #expect(contents.queried(as: "r", type: "t", parents: ["p": ["t"]])?.types == ["t"])
    }

    @Test func `a disclosure that the issuer did not sign makes the claims unreadable`() async throws {
        let (token, other) = (try await Self.token([]), try await Self.token([]))
        let foreign = try #require(other.disclosures.first).text
        let mixed = try CompactSDJWT(parsing: token.serialized + foreign + "~")
        #expect(throws: SDJWTRejection(.disclosureUnknown)) { try mixed.claims() }
        #expect(Self.queried(mixed) == nil)
    }

    @Test(arguments: [[], [[0x30, 0]], [[1, 2, 3], [4]]] as [[[UInt8]]])
    func `certificates that cannot be read name no authority`(certificates: [[UInt8]]) async throws {
        let token = try await Self.token(certificates)
        let credential = try #require(Self.queried(token))
        #expect(credential.authorityKeys.isEmpty)
    }

    @Test func `every certificate of the chain names the key of its authority`() async throws {
        var certificate = TestCertificate(name: "authority")
        certificate.isAuthority = true
        let authority = try VerifierWorld.issuerRoot.certify(certificate)
        let issuer = try authority.certify(TestCertificate(name: "issuer"))
        let token = try await Self.token(issuer.chain + [[0x30, 0]])
        let credential = try #require(Self.queried(token))
        #expect(credential.authorityKeys.count == 2 && Set(credential.authorityKeys).count == 2)
    }

    @Test func `a text is read only in its own format`() async throws {
        let token = try await Self.token([])
        let mdoc = Base64URL.encode(try await TestCards.mdoc().encode())
        #expect(CopyContents(token.serialized, as: .sdJWT) == .sdJWT(token))
        #expect(CopyContents(token.serialized, as: .mdoc) == nil)
        #expect(CopyContents(mdoc, as: .sdJWT) == nil)
        #expect(CopyContents(mdoc, as: .mdoc) != nil)
    }
}
