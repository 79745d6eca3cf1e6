// SPDX-License-Identifier: EUPL-1.2

/// The provider's addresses below its public base URL.
package enum Endpoint: Sendable, Hashable {
    /// A challenge for a registration.
    case enroll
    /// The registration itself.
    case createWallet
    /// A challenge for an instruction.
    case challenge
    /// An instruction.
    case instruction(Instruction)
    /// The public keys in use.
    case keys
    /// A status list of wallet attestations, by its number.
    case statusList(number: String)

    /// The path, below the base URL, with its leading slash.
    package var path: String {
        switch self {
        case .enroll: "/api/v1/enroll"
        case .createWallet: "/api/v1/createwallet"
        case .challenge: "/api/v1/instructions/challenge"
        case .instruction(let name): "/api/v1/instructions/\(name.rawValue)"
        case .keys: "/api/v1/keys"
        case .statusList(let number): "/api/v1/status-lists/\(number)"
        }
    }

    /// The instruction that a message sent here must name, where the endpoint takes one.
    package var instruction: Instruction? {
        switch self {
        case .enroll, .keys, .statusList: nil
        case .createWallet: .createWallet
        case .challenge: .challenge
        case .instruction(let name): name
        }
    }
}
