// SPDX-License-Identifier: EUPL-1.2

/// A parser that receives arbitrary input: from libFuzzer in `make fuzz`, and from seeds and some thousand mutations in `make test`.
package struct FuzzTarget: Sendable {
    /// The name on the command line: lower-case letters and dashes.
    package let name: String
    /// Valid input, and input of earlier findings, which is kept permanently.
    package let seeds: @Sendable () throws -> [[UInt8]]
    /// Parses input. Refused input is not a finding; a trap or a thrown error is.
    package let run: @Sendable (_ input: [UInt8]) throws(FuzzFinding) -> Void

    /// Creates a target; add it to `all`.
    package init(
        _ name: String, seeds: @escaping @Sendable () throws -> [[UInt8]],
        run: @escaping @Sendable (_ input: [UInt8]) throws(FuzzFinding) -> Void
    ) {
        self.name = name
        self.seeds = seeds
        self.run = run
    }

    /// All targets.
    package static let all: [FuzzTarget] = [
        .cbor, .json, .jws, .request, .appAttestation, .appAssertion, .androidKeyDescription, .androidChain, .sdJWT, .cose, .mdoc,
        .statusList,
        .issuance,
    ]
}

/// An input that a parser should not have accepted, or did not reproduce.
package struct FuzzFinding: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Throws unless the condition holds.
    package static func unless(_ holds: Bool, _ description: String) throws(FuzzFinding) {
        if !holds { throw FuzzFinding(description) }
    }
}
