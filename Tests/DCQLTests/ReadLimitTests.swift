// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import Testing

/// The limits on queries.
struct DCQLReadLimitTests {
    @Test(arguments: ReadLimit.all.indices)
    func `a query at a limit is read, and one beyond it is too large`(_ index: Int) {
        let sample = ReadLimit.all[index]
        #expect(ReadSample.fault(sample.query(sample.limit - 1)) == nil, "\(sample.member)")
        #expect(ReadSample.fault(sample.query(sample.limit)) == nil, "\(sample.member)")
        #expect(ReadSample.fault(sample.query(sample.limit + 1)) == DCQLFault(reason: .tooLarge, member: sample.member))
    }

    @Test func `the default limits are those of the design`() {
        let limits = DCQLLimits.default
        #expect(limits.bytes == 65_536 && limits.depth == 16 && limits.queries == 32 && limits.claims == 100 && limits.sets == 100)
        #expect(limits.references == 1000 && limits.values == 1000 && limits.pathSteps == 16 && limits.authorities == 100)
        #expect(limits.textBytes == 512)
    }

    @Test func `size and depth are checked before anything else`() {
        let long: JSONValue = ["credentials": .string(String(repeating: "x", count: 65_536))]
        #expect(ReadSample.fault(long) == DCQLFault(reason: .tooLarge, member: "dcql_query"))
        #expect(ReadSample.fault([[[]]], limits: DCQLLimits(depth: 2)) == DCQLFault(reason: .tooLarge, member: "dcql_query"))
        #expect(ReadSample.fault([[[]]], limits: DCQLLimits(depth: 3)) == DCQLFault(reason: .malformed, member: "dcql_query"))
    }

    @Test func `the size is that of compact JSON, for values of every kind`() throws {
        let value: JSONValue = [
            "credentials": [ReadSample.credential()],
            "x": [nil, true, false, 0, -12, .decimal(1.5), .decimal(1e300), "é", [], [:], [1, 2]],
            "": ["a": ["b": nil], "c": [:]],
        ]
        let size = value.encode().count
        #expect(ReadSample.fault(value, limits: DCQLLimits(bytes: size)) == nil)
        #expect(
            ReadSample.fault(value, limits: DCQLLimits(bytes: size - 1)) == DCQLFault(reason: .tooLarge, member: "dcql_query"))
    }

    @Test func `negative limits count as zero, and the depth is never more than JSON may have`() {
        let limits = DCQLLimits(bytes: -1, depth: 1000, claims: -5)
        #expect(limits.bytes == 0 && limits.claims == 0 && limits.depth == JSONLimits.deepestNesting)
        #expect(ReadSample.fault([:], limits: limits) == DCQLFault(reason: .tooLarge, member: "dcql_query"))
    }
}
