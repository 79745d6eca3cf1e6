// SPDX-License-Identifier: EUPL-1.2

import HostileBodies
import ProviderProtocol
import SimulatedPhone

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
        var phone = try await BenchmarkPhone(registeringWith: authority, send)
        try phone.prepare(1)
        let challenge = try SingleMemberAnswer(
            parsing: try await send(.challenge, try phone.nextChallengeRequest()), expecting: .challenge
        ).value
        var bodies: [Body] = []
        func add(_ endpoint: Endpoint, _ more: [(String, [UInt8])]) {
            bodies += (HostileBodies.json + more).map { Body(path: endpoint.path, name: $0.0, bytes: $0.1) }
        }
        add(.enroll, [("a member", Array(#"{"a":1}"#.utf8))])
        add(.createWallet, try await registrations(send))
        for instruction in Instruction.allCases where instruction != .createWallet {
            let endpoint = instruction == .challenge ? Endpoint.challenge : .instruction(instruction)
            add(endpoint, try HostileBodies.around(phone.refused(instruction, answering: challenge).encode()))
        }
        return bodies
    }

    /// Registrations with wrong parts or invalid attestations.
    private func registrations(_ send: BenchmarkPhone.Exchange) async throws -> [(String, [UInt8])] {
        let challenge = try await BenchmarkPhone.enrol(send)
        let phone = try BenchmarkPhone(enrolledBy: challenge)
        let right = try phone.registration(answering: challenge, by: authority)
        // Without the unmodified request, which would be accepted.
        let around = try HostileBodies.around(right.encode())
        let attestations = try HostileBodies.attestations(of: right.message.claims.data).map { name, data in
            (name, try phone.registration(answering: challenge, by: authority, data: data).encode())
        }
        return around + attestations
    }
}
