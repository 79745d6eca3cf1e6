// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import TestEnvironment
import Testing

@Suite(.timeLimit(.minutes(20))) struct OpenedLinksTests {
    private let links = OpenedLinks()
    private let steps = Recorded<[String]>([])

    @Test func `links opened while a link is delivered are delivered after it, in order, each before its report`() {
        links.receive { [links, steps] text in
            steps.change { $0.append("begin " + text) }
            if text == "a" {
                for inner in ["b", "c"] { links.open(inner) { steps.change { $0.append("report " + inner) } } }
            }
            steps.change { $0.append("end " + text) }
        }
        links.open("a") { [steps] in steps.change { $0.append("report a") } }
        let expected: [String] = ["a", "b", "c"].flatMap { link -> [String] in ["begin \(link)", "end \(link)", "report \(link)"] }
        #expect(steps.value == expected)
        // The delivery has ended: the next link is delivered inside its call.
        links.open("d")
        #expect(Array(steps.value.suffix(2)) == ["begin d", "end d"])
    }

    @Test func `links opened before the process receives links are delivered in order, before links that it opens itself`() {
        for text in ["a", "b"] { links.open(text) { [steps] in steps.change { $0.append("report " + text) } } }
        links.receive { [links, steps] text in
            steps.change { $0.append(text) }
            if text == "a" { links.open("c") }
        }
        #expect(steps.value == ["report a", "report b", "a", "b", "c"])
    }

    @Test func `a receiver that replaces another during a delivery receives the next link`() {
        links.receive { [links, steps] text in
            steps.change { $0.append("old " + text) }
            links.receive { [steps] text in steps.change { $0.append("new " + text) } }
            links.open("b")
        }
        for text in ["a", "c"] { links.open(text) }
        #expect(steps.value == ["old a", "new b", "new c"])
    }

    @Test func `links from many threads are delivered one at a time, each before its call returns`() async {
        let alive = Recorded((now: 0, most: 0))
        links.receive { [steps] text in
            alive.change { alive in
                alive.now += 1
                alive.most = max(alive.most, alive.now)
            }
            steps.change { $0.append(text) }
            alive.change { $0.now -= 1 }
        }
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask { [links, steps] in
                    links.open("\(number)")
                    #expect(steps.value.contains("\(number)"))
                }
            }
        }
        #expect(steps.value.count == 200 && Set(steps.value).count == 200)
        #expect(alive.value.most == 1)
    }
}
