// SPDX-License-Identifier: EUPL-1.2

import HostileBodies
import PhoneSimulator
import ProviderProtocol

/// Invalid requests for every endpoint: the bodies of the tests, derived from requests of a real wallet.
struct HostileRequests {
    /// An invalid request.
    struct Body: Sendable {
        let path: String
        let name: String
        let bytes: [UInt8]
    }

    let origin: String
    let client: Client
    let authority: DevelopmentAppleCA

    /// All bodies. Each is refused and changes nothing, so they can be sent repeatedly.
    func all() async throws -> [Body] {
        let send = client.exchange(at: origin)
        let phone = try await BenchmarkPhone(registeringWith: authority, send)
        let beacon = try SingleMemberAnswer(parsing: try await send(.beacon, []), expecting: .beacon).value
        var bodies: [Body] = []
        func add(_ endpoint: Endpoint, _ more: [(String, [UInt8])]) {
            bodies += (HostileBodies.json + more).map { Body(path: endpoint.path, name: $0.0, bytes: $0.1) }
        }
        add(.enroll, [("a member", Array(#"{"a":1}"#.utf8))])
        add(.createWallet, try await registrations(send))
        for instruction in Instruction.allCases where instruction.hasRoute {
            add(.instruction(instruction), try HostileBodies.around(phone.refused(instruction, with: beacon).encode()))
        }
        return bodies
    }

    /// Registrations with wrong parts or invalid attestations.
    private func registrations(_ send: BenchmarkPhone.Exchange) async throws -> [(String, [UInt8])] {
        let challenge = try await BenchmarkPhone.enrol(send)
        let phone = try BenchmarkPhone(enrolledBy: challenge)
        let right = try phone.registration(answering: challenge, by: authority)
        // Excludes the unmodified request, which would be accepted.
        let around = try HostileBodies.around(right.encode())
        let attestations = try HostileBodies.attestations(of: right.message.claims.data).map { name, data in
            (name, try phone.registration(answering: challenge, by: authority, data: data).encode())
        }
        return around + attestations
    }
}
