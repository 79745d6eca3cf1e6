// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol

/// A guess that is sent to one of the servers.
struct Shot: Sendable {
    let guess: Guess
    /// The challenge that it answers; nil for one that is fetched.
    let challenge: String?
    /// Its message has the next number; the one after that when a challenge is fetched.
    let number: Int64
}

/// What a guess was answered.
struct Answer: Sendable {
    /// Whether the guess was.
    let isRight: Bool
    /// The problem's type as it stands on the wire; nil when the PIN was said to be right.
    let type: String?

    /// Whether it may be said to a wrong PIN, or to a right one that is too late. A right PIN is never called wrong.
    var isRefusal: Bool {
        switch type {
        case "pin_timeout", "account_blocked", "challenge_rejected", "instruction_rejected": true
        case "incorrect_pin": !isRight
        default: false
        }
    }
}

extension ProcessStage {
    /// Instructions that tell a right PIN from a wrong one, each with a challenge of its own.
    static let instructions: [Instruction] = [.checkPIN, .deleteKeys, .performIssuance, .settlePINChange]

    /// Sends a guess.
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

    /// Sends guesses at the same time, in no order.
    ///
    /// - Parameter then: is done as soon as the right one among them is answered, while others are under way; its answers are added.
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

    /// One challenge for each of the instructions.
    ///
    /// - Parameter first: the highest number before; it takes four.
    func challenges(from first: Int64, _ phone: TestPhone) async throws -> [Instruction: String] {
        var phone = phone
        phone.sequenceNumber = first
        phone.counter = UInt32(first)
        var challenges: [Instruction: String] = [:]
        for instruction in Self.instructions { challenges[instruction] = try await challenge(for: instruction, of: &phone) }
        return challenges
    }

    /// Sends guesses at the same time, in no order. The last one fetches a challenge when there are a multiple of five, so it is verified
    /// unless guesses have run out.
    ///
    /// - Parameters:
    ///   - count: of the guesses; three of five answer shared challenges, the others fetch one each.
    ///   - first: the highest number before; it takes twice the count and ten.
    ///   - right: the place of a right PIN among the guesses, if any; it answers a shared challenge.
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
