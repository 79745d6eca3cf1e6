// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VCI
import Testing

// snippet.offer
/// The address of the metadata of an offer's issuer; nil for an offer by reference, which the wallet fetches first.
func metadataAddress(ofOffer link: String) throws(MalformedMessage) -> HTTPSURL? {
    switch try CredentialOfferLink(parsing: link) {
    case .value(let offer): CredentialIssuerMetadata.url(of: offer.issuer)
    case .reference: nil
    }
}
// snippet.end

struct OpenID4VCIUse {
    @Test func `an offer is resolved and the issuer's metadata is read`() throws {
        let link =
            "openid-credential-offer://?credential_offer=%7B%22credential_issuer%22:%22https://issuer.example/tenant%22,"
            + "%22credential_configuration_ids%22:%5B%22pid%22%5D%7D"
        guard case .value(let offer) = try CredentialOfferLink(parsing: link) else {
            Issue.record("an offer by reference")
            return
        }
        #expect(try metadataAddress(ofOffer: link)?.text == "https://issuer.example/.well-known/openid-credential-issuer/tenant")

        let metadata = try CredentialIssuerMetadata([
            "credential_issuer": "https://issuer.example/tenant", "credential_endpoint": "https://issuer.example/credential",
            "credential_configurations_supported": [
                "pid": ["format": "dc+sd-jwt", "vct": "urn:eudi:pid:nl:1", "scope": "pid"], "new": ["format": "of the future"],
            ],
        ])
        #expect(metadata.issuer == offer.issuer)
        #expect(metadata.configurations.map(\.identifier) == ["pid"])
        switch metadata.configuration("pid")?.format {
        case .sdJWT(let type): #expect(type == "urn:eudi:pid:nl:1")
        case .mdoc, nil: Issue.record("another format")
        @unknown default: Issue.record("a format of a newer version")
        }
        #expect(try CredentialIssuerMetadata(parsing: metadata.body) == metadata)
    }

    @Test func `an invalid message is refused with a reason`() {
        let error = #expect(throws: MalformedMessage.self) { try CredentialOffer(["credential_issuer": "http://issuer.example"]) }
        #expect(error?.reason.contains("credential_issuer") == true)
        #expect(EndpointErrorCode.invalidNonce.remedy == .repeatWithNonce)
    }
}
