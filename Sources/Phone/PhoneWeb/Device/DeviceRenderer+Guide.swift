// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages

/// The list of the design's test cases.
extension DeviceRenderer {
    /// The test case in progress, above everything else; empty without a case.
    func currentCase(_ device: DeviceSnapshot) -> HTML {
        guard let testCase = device.guide.current.flatMap(TestCase.numbered) else { return .group([]) }
        let hasPassed = device.guide.passed.contains(testCase.number)
        return .element(.section, .class("group current-case"), .aria("label", "Test case in hand")) {
            HTML.element(.h2) { "\(testCase.name) · \(brand.fill(testCase.title))" }
            description(testCase)
            HTML.element(.p, .class("case-state"), .role("status"), .data("case-state", hasPassed ? "passed" : "open")) {
                hasPassed ? "✓ All its rows were taken." : "Still to come: \(missing(testCase, device))"
            }
        }
    }

    func guide(_ device: DeviceSnapshot) -> HTML {
        group("guide", "Test cases", now: "\(device.guide.passed.count) of \(TestCase.all.count) passed") {
            hint("Begin sets the switches and nothing else: you walk. A case has passed when all its rows were taken since.")
            HTML.element(.div, .class("choices")) {
                tool(.leaveTestCase, "Leave the case", isEnabled: device.guide.current != nil)
            }
            HTML.element(.ul, .class("cases")) {
                TestCase.all.map { entry($0, device) }
            }
            hint(
                """
                Not here, because their flows are not built yet: LTC66, a PID is renewed; LTC82 to LTC84, offers of other cards. LTC65, another \
                of two cards is shared, waits for them: no wallet here has two cards that fit.
                """)
        }
    }

    private func entry(_ testCase: TestCase, _ device: DeviceSnapshot) -> HTML {
        let isCurrent = device.guide.current == testCase.number
        let hasPassed = device.guide.passed.contains(testCase.number)
        return .element(.li, isCurrent ? [.aria("current", "step")] : []) {
            HTML.element(.details, .class("case"), .data("group", "\(testCase.number)")) {
                HTML.element(.summary, .data("device", "group-\(testCase.number)")) {
                    HTML.element(.b) { testCase.name }
                    HTML.element(.span) { brand.fill(testCase.title) }
                    HTML.element(.span, .class(hasPassed ? "case-mark passed" : "case-mark")) {
                        hasPassed ? "✓ passed" : isCurrent ? "in hand" : ""
                    }
                }
                description(testCase)
                tool(.testCase(testCase.number), "Begin \(testCase.name)")
            }
        }
    }

    private func description(_ testCase: TestCase) -> HTML {
        .element(.dl, .class("case-words")) {
            for (name, text) in [("Given", testCase.given.rawValue), ("Do", testCase.steps), ("Expect", testCase.expectation)] {
                HTML.element(.dt) { name }
                HTML.element(.dd) { brand.fill(text) }
            }
        }
    }

    private func missing(_ testCase: TestCase, _ device: DeviceSnapshot) -> String {
        testCase.rows(on: device.kind).filter(device.guide.missing.contains).map(\.description).joined(separator: ", ")
    }
}
