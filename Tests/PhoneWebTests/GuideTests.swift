// SPDX-License-Identifier: EUPL-1.2

import Foundation
import SimulatedPhone
import Testing
import WalletApp

@testable import PhoneWeb

/// The list of test cases: what it sets, what it waits for, and that it does nothing else.
struct GuideTests {
    @Test func `the cases have numbers of their own, in order`() {
        let numbers = TestCase.all.map(\.number)
        #expect(numbers == Set(numbers).sorted())
        #expect(TestCase.numbered(43)?.name == "LTC43")
        #expect(TestCase.numbered(0) == nil)
    }

    @Test(arguments: TestCase.all, PhoneKind.allCases)
    func `a case has words, and waits for rows of the design`(testCase: TestCase, kind: PhoneKind) throws {
        #expect(![testCase.title, testCase.steps, testCase.expectation].contains(""))
        let rows = testCase.rows(on: kind)
        #expect(!rows.isEmpty && Set(rows).count == rows.count)
        let library = try DesignLibrary(directory: Drawings.resources.appending(path: "FunctionalDesign"))
        for row in rows {
            #expect(library.table(of: row.design)?.rows.contains { $0.number == row.number } == true, "\(row)")
        }
    }

    @Test(arguments: TestCase.all)
    func `beginning a case sets switches and walks nowhere`(testCase: TestCase) async throws {
        let test = try TestPhone()
        try test.phone.device.change {
            $0.network = .garbage
            $0.isRooted = true
            $0.attestation = .unsupported
        }
        try test.phone.turnClock(by: -3600)
        try await test.workbench.operate(.testCase(testCase.number))
        let settings = test.phone.device.settings
        #expect(test.phone.appState == .notRunning && test.trace.entries.isEmpty)
        #expect(test.world.done.allSatisfy { $0.hasPrefix("policy ") } && test.world.done.count == 1)
        #expect(!settings.isRooted && settings.clockError == 0 && settings.network == .online)
        #expect(settings.attestation == (testCase.number == 52 ? .foreign : .genuine))
        #expect(settings.biometrics == (testCase.number == 59 ? .notEnrolled : .enrolled))
        #expect(test.world.state.policy == [42: .notify, 43: .block][testCase.number] ?? .ok)
        #expect(test.phone.clock.now == TestPhone.start)
    }

    @Test func `a case has passed when all its rows were taken since it began`() async throws {
        let test = try TestPhone()
        func device() -> String { test.workbench.page.device }
        test.trace.take("PF1.4/1.1b")
        try await test.workbench.operate(.testCase(43))
        #expect(device().contains("Still to come: PF1.4/1.1b, PF1.4/2.1"))
        test.trace.take("PF1.4/1.1b")
        #expect(device().contains("Still to come: PF1.4/2.1"))
        #expect(device().contains("in hand") && !device().contains("✓ passed"))
        test.trace.take("PF1.4/2.1")
        #expect(device().contains("✓ All its rows were taken.") && device().contains("✓ passed"))
        try await test.workbench.operate(.leaveTestCase)
        #expect(!device().contains("Test case in hand") && device().contains("✓ passed"))
        #expect(device().contains("1 of \(TestCase.all.count) passed"))
        // Begun again it is open again.
        try await test.workbench.operate(.testCase(43))
        #expect(device().contains("Still to come: PF1.4/1.1b, PF1.4/2.1") && !device().contains("✓ passed"))
    }

    @Test func `rows that are taken after a case was left do not count`() async throws {
        let guide = Guide()
        let trace = Trace(now: { TestPhone.start })
        let testCase = try #require(TestCase.numbered(43))
        guide.begin(testCase, on: .iPhone, after: trace.entries)
        guide.leave()
        for row in testCase.rows(on: .iPhone) { trace.take(row) }
        #expect(guide.state(after: trace.entries) == GuideState(missing: Set(testCase.rows(on: .iPhone))))
    }

    @Test func `a case whose policy cannot be signed is not begun`() async throws {
        let test = try TestPhone()
        test.world.fail(with: .notDone)
        await #expect(throws: WorldError.notDone) { try await test.workbench.operate(.testCase(43)) }
        #expect(!test.workbench.page.device.contains("Test case in hand"))
    }
}
