// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JOSE
import JSON
import OpenID4VP
import Testing

/// The examples of a verifier's metadata of OpenID4VP 1.0, appendix B (`Tests/Fixtures/OpenID4VP`).
struct MetadataVectorTests {
    private func metadata(_ name: String) throws -> ClientMetadata {
        let url = URL(filePath: #filePath).appending(path: "../../../Fixtures/OpenID4VP/\(name).json").standardizedFileURL
        return try ClientMetadata(JSONValue(parsing: [UInt8](Data(contentsOf: url))))
    }

    @Test func `a verifier that lists the wallet's algorithm for a format is answered in it, and in no other`() throws {
        let sdJWT = try metadata("sd_jwt_vc_verifier_metadata")
        #expect(sdJWT.supports(.sdJWT(types: [])) && !sdJWT.supports(.mdoc(documentType: nil)))
        let mdoc = try metadata("mso_mdoc_verifier_metadata")
        #expect(mdoc.supports(.mdoc(documentType: nil)) && !mdoc.supports(.sdJWT(types: [])))
    }

    @Test(arguments: ["sd_jwt_vc_verifier_metadata", "mso_mdoc_verifier_metadata"])
    func `an example has no key, so nothing is encrypted to it`(name: String) throws {
        let metadata = try metadata(name)
        #expect(metadata.keys.isEmpty && metadata.method == .a128GCM)
    }
}
