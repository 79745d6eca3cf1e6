// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import Testing
import WalletApp

@testable import PhoneWeb

/// The list of test cases: its settings, the rows it waits for, and that it does nothing else.
struct GuideTests {
    @Test func `the test cases have unique numbers in ascending order`() {
        let numbers = TestCase.all.map(\.number)
        #expect(numbers == Set(numbers).sorted())
        #expect(TestCase.numbered(43)?.name == "LTC43")
        #expect(TestCase.numbered(0) == nil)
    }

    @Test(arguments: TestCase.all, PhoneKind.allCases)
    func `a test case has texts, and its rows exist in the design`(testCase: TestCase, kind: PhoneKind) throws {
        #expect(![testCase.title, testCase.steps, testCase.expectation].contains(""))
        let rows = testCase.rows(on: kind)
        #expect(!rows.isEmpty && Set(rows).count == rows.count)
        let library = try DesignLibrary(directory: Drawings.resources.appending(path: "FunctionalDesign"))
        for row in rows {
            #expect(library.table(of: row.design)?.rows.contains { $0.number == row.number } == true, "\(row)")
        }
    }

    @Test(arguments: TestCase.all)
    func `starting a test case changes settings and takes no row`(testCase: TestCase) async throws {
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
        // A case with organizations begins without their tricks.
        let tricks = (15...20).contains(testCase.number) || [22, 23].contains(testCase.number) ? ["trick none"] : []
        #expect(test.world.done.filter { !$0.hasPrefix("policy ") } == tricks && test.world.done.count == 1 + tricks.count)
        #expect(!settings.isRooted && settings.clockError == 0 && settings.network == .online)
        #expect(settings.attestation == (testCase.number == 52 ? .foreign : .genuine))
        #expect(settings.biometrics == (testCase.number == 59 ? .notEnrolled : .enrolled))
        #expect(test.world.state.policy == [42: .notify, 43: .block][testCase.number] ?? .ok)
        #expect(test.phone.clock.now == TestPhone.start)
    }

    @Test func `a test case passes when all its rows were taken since its start`() async throws {
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
        // A case that is restarted is open again.
        try await test.workbench.operate(.testCase(43))
        #expect(device().contains("Still to come: PF1.4/1.1b, PF1.4/2.1") && !device().contains("✓ passed"))
    }

    @Test func `rows taken after the user leaves a test case do not count`() async throws {
        let guide = Guide()
        let trace = Trace(now: { TestPhone.start })
        let testCase = try #require(TestCase.numbered(43))
        guide.begin(testCase, on: .iPhone, after: trace.entries)
        guide.leave()
        for row in testCase.rows(on: .iPhone) { trace.take(row) }
        #expect(guide.state(after: trace.entries) == GuideState(missing: Set(testCase.rows(on: .iPhone))))
    }

    @Test func `a test case whose policy cannot be signed does not start`() async throws {
        let test = try TestPhone()
        test.world.fail(with: .notDone)
        await #expect(throws: WorldError.notDone) { try await test.workbench.operate(.testCase(43)) }
        #expect(!test.workbench.page.device.contains("Test case in hand"))
    }

    @Test(arguments: Tour.allCases, PhoneKind.allCases)
    func `a tour has a few steps, each with a text and a row of the design`(tour: Tour, kind: PhoneKind) throws {
        let stops = tour.stops(on: kind)
        #expect((5...9).contains(stops.count) && Set(stops.map(\.row)).count == stops.count)
        let library = try DesignLibrary(directory: Drawings.resources.appending(path: "FunctionalDesign"))
        for stop in stops {
            #expect(library.table(of: stop.row.design)?.rows.contains { $0.number == stop.row.number } == true, "\(stop.row)")
            #expect(stop.words.hasSuffix(".") && stop.words.count < 80)
        }
    }

    @Test func `the page starts with instructions, and offers the tours before every switch`() throws {
        let test = try TestPhone(sites: TestPhone.sites)
        let column = test.workbench.page.device
        let sentence = try #require(column.range(of: "Tap the NL Wallet icon on the phone"))
        let tours = try Tour.allCases.map { try #require(column.range(of: #"data-action="tour-\#($0.rawValue)""#)) }
        let switches = try #require(column.range(of: "<details"))
        #expect(tours.allSatisfy { sentence.upperBound < $0.lowerBound && $0.upperBound < switches.lowerBound })
        #expect(test.workbench.page.phone.screen.contains("Tap the icon to start"))
    }

    @Test func `tours with web sites are offered only where there are any, and a scan only beside a laptop`() throws {
        let column = try TestPhone().workbench.page.device
        let here = Tour.allCases.filter { column.contains(#"data-tour="\#($0.rawValue)""#) }
        #expect(here == [.firstStart, .pin, .breaking, .wrongClock])
        var device = DeviceSnapshot()
        device.sites = TestPhone.sites
        #expect(Tour.allCases.filter { !$0.isPossible(with: device) } == [.scanning])
        device.hasLaptop = true
        #expect(Tour.allCases.allSatisfy { $0.isPossible(with: device) })
    }

    @Test func `a stop and the activities end a tour only in their turn`() {
        var state = TourState(.sharing, on: .iPhone)
        for row in ["UC5.1/1.4", "UC5.1/2.2", "UC6.2/1.1"] as [Row] { state.take(row) }
        #expect(state.reached == 1)
        for row in ["UC5.1/1.7a", "UC6.2/1.1", "UC5.1/1.6b", "UC5.1/2.2", "UC6.2/1.1"] as [Row] { state.take(row) }
        #expect(state.isOver)
    }

    @Test func `the activities are steps of their tour only in their turn`() {
        var state = TourState(.activities, on: .iPhone)
        for row in ["UC6.1/1.1", "UC6.3/1.1", "UC5.1/2.2", "UC6.3/1.1"] as [Row] { state.take(row) }
        #expect(state.reached == 1)
        for row in ["UC6.1/1.1", "UC6.3/1.1", "UC6.3/2.1", "UC6.3/6.1", "history/5.1a"] as [Row] { state.take(row) }
        #expect(state.reached == 6)
        for row in ["history/1.1", "history/4.2a", "history/1.1d"] as [Row] { state.take(row) }
        #expect(state.isOver)
    }

    @Test func `a login that succeeds at once is not the one after the lost answer`() {
        var state = TourState(.login, on: .android)
        for row in ["UC5.2/1.3", "UC5.2/1.8a", "UC5.2/1.7", "UC5.2/1.7a"] as [Row] { state.take(row) }
        #expect(state.reached == 4)
        for row in ["UC5.2/14.1", "UC5.2/1.8a", "UC5.2/1.7"] as [Row] { state.take(row) }
        #expect(state.reached == 6 && !state.isOver)
    }

    @Test func `a tour advances with the rows taken since its start, in order, and can be left`() async throws {
        let test = try TestPhone()
        func device() -> String { test.workbench.page.device }
        test.trace.take("UC2.3/1.3")
        try await test.workbench.operate(.tour(.pin))
        #expect(device().contains("0 of 7") && device().contains(#"class="stop next" aria-current="step""#))
        test.trace.take("UC2.3/1.3")
        #expect(device().contains("1 of 7"))
        // A later step implies the earlier ones; an earlier row afterwards does not undo that.
        test.trace.take("PF2.8/5.1e")
        test.trace.take("PF2.8/1.1d")
        #expect(device().contains("4 of 7"))
        for row in ["UC2.3/1.4a", "UC2.6/1.2a", "UC2.3.2/1.5"] as [Row] { test.trace.take(row) }
        #expect(device().contains("7 of 7") && device().contains("That was the whole tour"))
        try await test.workbench.operate(.tour(.pin))
        #expect(device().contains("0 of 7"))
        try await test.workbench.operate(.leaveTour)
        #expect(!device().contains("of 7"))
    }

    @Test func `a row that the app takes at every launch does not pass over the steps before it`() {
        var state = TourState(.breaking, on: .iPhone)
        for row in ["startup/1.1", "UC1.2/2.2a", "PF1.4/1.1a"] as [Row] { state.take(row) }
        #expect(state.reached == 1)
        for row in ["UC1.2/2.2b", "UC1.2/2.2a"] as [Row] { state.take(row) }
        #expect(state.reached == 5)
    }

    @Test(arguments: Tour.allCases)
    func `the page knows every tour with its number of steps, to judge a link, and the step in hand`(tour: Tour) async throws {
        let test = try TestPhone(sites: TestPhone.sites)
        let facts = #"data-tour="\#(tour.rawValue)" data-steps="\#(tour.stops(on: .iPhone).count)""#
        #expect(test.workbench.page.device.contains(facts) && !test.workbench.page.device.contains("data-step="))
        #expect(!test.workbench.page.device.contains("Copy link"))
        try await test.workbench.operate(.tour(tour))
        #expect(test.workbench.page.device.contains(facts + #" data-step="0""#))
        #expect(test.workbench.page.device.ranges(of: #"data-link="copy""#).count == 1)
    }

    @Test func `a tour and a test case count the same rows independently`() async throws {
        let test = try TestPhone()
        try await test.workbench.operate(.tour(.breaking))
        try await test.workbench.operate(.testCase(43))
        test.trace.take("PF1.4/1.1b")
        test.trace.take("PF1.4/2.1")
        #expect(test.workbench.page.device.contains("6 of 8") && test.workbench.page.device.contains("✓ All its rows were taken."))
    }
}
