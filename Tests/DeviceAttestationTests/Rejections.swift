// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Testing

/// Expects a rejection with exactly this reason.
func expectRejection(
    _ reason: AttestationRejection.Reason, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    when work: () async throws -> Void
) async {
    let error = await #expect(throws: AttestationRejection.self, comment, sourceLocation: sourceLocation) { try await work() }
    #expect(error?.reason == reason, comment, sourceLocation: sourceLocation)
}
