// SPDX-License-Identifier: EUPL-1.2

/// The provider's endpoints below its public base URL.
package enum Endpoint: Sendable, Hashable {
    /// Requests a challenge for a registration.
    case enroll
    /// Registers a wallet.
    case createWallet
    /// The current beacon, which instructions contain as their challenge.
    case beacon
    /// Carries out an instruction.
    case instruction(Instruction)
    /// The public keys in use.
    case keys
    /// A status list of wallet attestations, by its number.
    case statusList(number: String)

    /// The path below the base URL, with its leading slash.
    package var path: String {
        switch self {
        case .enroll: "/api/v1/enroll"
        case .createWallet: "/api/v1/createwallet"
        case .beacon: "/api/v1/beacon"
        case .instruction(let name): "/api/v1/instructions/\(name.rawValue)"
        case .keys: "/api/v1/keys"
        case .statusList(let number): "/api/v1/status-lists/\(number)"
        }
    }

    /// The instruction that messages to this endpoint must contain; nil if the endpoint takes no message.
    package var instruction: Instruction? {
        switch self {
        case .enroll, .beacon, .keys, .statusList: nil
        case .createWallet: .createWallet
        case .instruction(let name): name
        }
    }
}
