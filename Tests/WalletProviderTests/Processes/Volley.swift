// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol

/// A guess that is sent to one of the servers.
struct Shot: Sendable {
    let guess: Guess
    let beacon: String
    /// The message's number.
    let number: Int64
}

/// The answer to a guess.
struct Answer: Sendable {
    /// True if the guess was right.
    let isRight: Bool
    /// The problem's type on the wire; nil if the PIN was confirmed as right.
    let type: String?

    /// True if the answer is permitted for a wrong PIN, or for a right PIN that is too late. A right PIN is never called wrong.
    var isRefusal: Bool {
        switch type {
        case "pin_timeout", "account_blocked", "challenge_rejected", "instruction_rejected": true
        case "incorrect_pin": !isRight
        default: false
        }
    }
}

extension ProcessStage {
    /// Instructions that distinguish a right PIN from a wrong one.
    static let instructions: [Instruction] = [.checkPIN, .deleteKeys, .performIssuance, .settlePINChange]

    func fire(_ shot: Shot, _ phone: TestPhone) async throws -> Answer {
        var phone = phone
        phone.sequenceNumber = shot.number - 1
        phone.counter = UInt32(shot.number - 1)
        do {
            let request = try phone.request(shot.guess, answering: shot.beacon, right: phone.pinKey, isChangePending: false)
            return Answer(isRight: shot.guess.isRight, type: try await problem(of: request.encode(), to: shot.guess.instruction)?.type)
        } catch let problem as ProviderProblem {
            return Answer(isRight: shot.guess.isRight, type: problem.type)
        }
    }

    /// Sends guesses concurrently in random order.
    ///
    /// - Parameter then: runs as soon as the right guess is answered, while others are in progress. Its answers are added.
    func fire(
        _ shots: [Shot], _ phone: TestPhone, then: @escaping @Sendable () async throws -> [Answer] = { [] }
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: [Answer].self) { group in
            for shot in shots {
                group.addTask {
                    let answer = try await fire(shot, phone)
                    return [answer] + (shot.guess.isRight ? try await then() : [])
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Sends guesses concurrently in random order, all with one beacon. The last guess has the highest number, so it is verified unless no
    /// attempts are left.
    ///
    /// - Parameters:
    ///   - count: the number of guesses.
    ///   - first: the highest number before; the function uses `count` and ten numbers.
    ///   - right: the position of a right PIN among the guesses, if any.
    func burst(_ count: Int, from first: Int64, right: Int? = nil, _ phone: TestPhone) async throws -> [Answer] {
        let beacon = try await beacon()
        let shots = (0..<count).map { index in
            Shot(
                guess: Guess(instruction: Self.instructions[index % Self.instructions.count], isRight: index == right), beacon: beacon,
                number: first + 10 + Int64(index))
        }
        return try await fire(shots, phone)
    }
}
