// SPDX-License-Identifier: EUPL-1.2

import HostileBodies
import ProviderProtocol
import SimulatedPhone

/// What no phone sends, for every endpoint: the bodies of the tests, around requests of a real wallet.
struct HostileRequests {
    /// One of them.
    struct Body: Sendable {
        let path: String
        let name: String
        let bytes: [UInt8]
    }

    let origin: String
    let client: Client
    let authority: DevelopmentAppleCA

    /// All of them; each is refused, and none of them changes anything, so they can be sent again.
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

    /// Registrations whose parts are wrong, and such with attestations that are none.
    private func registrations(_ send: BenchmarkPhone.Exchange) async throws -> [(String, [UInt8])] {
        let challenge = try await BenchmarkPhone.enrol(send)
        let phone = try BenchmarkPhone(enrolledBy: challenge)
        let right = try phone.registration(answering: challenge, by: authority)
        // The untouched one would be taken.
        let around = try HostileBodies.around(right.encode())
        let attestations = try HostileBodies.attestations(of: right.message.claims.data).map { name, data in
            (name, try phone.registration(answering: challenge, by: authority, data: data).encode())
        }
        return around + attestations
    }
}
