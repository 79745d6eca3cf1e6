// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import Testing
import WalletInterface

@testable import WalletCore

/// The callers that wait for a request's response, and the length of their wait.
@Suite(.timeLimit(.minutes(20)))
struct TimedQuestionTests {
    private let clock = PhoneClock()
    private let question = TimedQuestion(budget: 1.5)

    @Test func `callers do not wait for a question that is not served or was never asked`() async {
        question.ask(at: clock.steadyNow)
        await question.wait(by: clock)
        let other = TimedQuestion(budget: 1.5)
        await other.serve { await other.wait(by: clock) }
    }

    @Test func `answering an older question does not end a newer one`() async {
        await question.serve {
            question.ask(at: clock.steadyNow)
            let first = question.number
            question.ask(at: clock.steadyNow)
            question.end(first)
            #expect(question.isOpen)
            question.end(question.number)
            #expect(!question.isOpen)
            await question.wait(by: clock)
        }
    }

    @Test func `a request is open until it is answered or has failed, and a later answer counts`() async {
        #expect(question.answer.value == .known)
        await question.serve {
            question.ask(at: clock.steadyNow)
            #expect(question.answer.value == .open)
            question.end(question.number, isAnswered: false)
            #expect(question.answer.value == .failed)
            question.end(question.number)
            #expect(question.answer.value == .known)
            question.ask(at: clock.steadyNow)
            question.end(question.number - 1)
            #expect(question.answer.value == .open)
        }
        #expect(question.answer.value == .failed)
    }

    @Test func `a second caller of an open question waits only for the time that is left`() async {
        await question.serve {
            #expect(question.askUnlessOpen(at: clock.steadyNow))
            clock.advance(by: 1.5)
            #expect(!question.askUnlessOpen(at: clock.steadyNow))
            await question.wait(by: clock)
            question.end(question.number)
            #expect(question.askUnlessOpen(at: clock.steadyNow))
        }
    }

    @Test func `several callers wait for one answer, even if the phone's clock is set`() async {
        await question.serve {
            question.ask(at: clock.steadyNow)
            await withTaskGroup { group in
                for _ in 0..<3 { group.addTask { await question.wait(by: clock) } }
                await clock.hasSleepers(3)
                clock.turn(by: 3600)
                await clock.hasSleepers(3)
                question.end(question.number)
            }
        }
    }

    @Test func `a wait ends when its caller is cancelled or the core stops asking`() async {
        await withTaskGroup { group in
            group.addTask {
                await question.serve {
                    question.ask(at: clock.steadyNow)
                    let cancelled = Task { await question.wait(by: clock) }
                    await clock.hasSleepers()
                    cancelled.cancel()
                    await cancelled.value
                }
            }
        }
        #expect(!question.isOpen)
    }
}
