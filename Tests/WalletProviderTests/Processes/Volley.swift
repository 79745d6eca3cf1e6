// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol

/// A guess that is sent to one of the servers.
struct Shot: Sendable {
    let guess: Guess
    /// The challenge to answer; nil to request one.
    let challenge: String?
    /// The number of the next message. If a challenge is requested, the guess has the number after it.
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
    /// Instructions that distinguish a right PIN from a wrong one, each with its own challenge.
    static let instructions: [Instruction] = [.checkPIN, .deleteKeys, .performIssuance, .settlePINChange]

    func fire(_ shot: Shot, _ phone: TestPhone) async throws -> Answer {
        var phone = phone
        phone.sequenceNumber = shot.number
        phone.counter = UInt32(shot.number)
        do {
            let challenge =
                if let challenge = shot.challenge { challenge } else { try await challenge(for: shot.guess.instruction, of: &phone) }
            let request = try phone.request(shot.guess, answering: challenge, right: phone.pinKey, isChangePending: false)
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

    /// Requests one challenge for each of the instructions.
    ///
    /// - Parameter first: the highest number before; the function uses four numbers.
    func challenges(from first: Int64, _ phone: TestPhone) async throws -> [Instruction: String] {
        var phone = phone
        phone.sequenceNumber = first
        phone.counter = UInt32(first)
        var challenges: [Instruction: String] = [:]
        for instruction in Self.instructions { challenges[instruction] = try await challenge(for: instruction, of: &phone) }
        return challenges
    }

    /// Sends guesses concurrently in random order. If `count` is a multiple of five, the last guess requests its own challenge, so it is
    /// verified unless no attempts are left.
    ///
    /// - Parameters:
    ///   - count: the number of guesses. Three of five answer shared challenges, the others request their own.
    ///   - first: the highest number before; the function uses twice `count` and ten numbers.
    ///   - right: the position of a right PIN among the guesses, if any; it answers a shared challenge.
    func burst(_ count: Int, from first: Int64, right: Int? = nil, _ phone: TestPhone) async throws -> [Answer] {
        let challenges = try await challenges(from: first, phone)
        let shots = (0..<count).map { index in
            let instruction = Self.instructions[index % Self.instructions.count]
            let isShared = index % 5 < 3 || index == right
            return Shot(
                guess: Guess(instruction: isShared ? instruction : .checkPIN, isRight: index == right),
                challenge: isShared ? challenges[instruction] : nil, number: first + 10 + Int64(2 * index))
        }
        return try await fire(shots, phone)
    }
}
