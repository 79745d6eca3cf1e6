// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import OpenID4VCIWallet
import Testing

/// A stored session whose bytes were changed.
struct ChangedSessionTests {
    @Test func `a session that has nothing to notify is finished by any answer`() throws {
        let session = IssuanceClient(
            issuer: World.issuer, configurationIDs: ["pid.sdjwt"], clientID: World.clientID, redirectURI: World.redirectURI)
        let stored = String(decoding: try JSONEncoder().encode(session), as: UTF8.self)
        let changed = stored.replacing(#""phase":"issuerMetadata""#, with: #""phase":"notification""#)
        var restored = try JSONDecoder().decode(IssuanceClient.self, from: Data(changed.utf8))
        #expect(restored.step == .send(.notification))
        try restored.receive(IssuanceResponse(status: 204), now: World.now)
        #expect(restored.step == .finished)
    }
}
