// SPDX-License-Identifier: EUPL-1.2

/// A parser that is fed with anything: by libFuzzer in `make fuzz`, and with seeds and some thousand mutations of them in `make test`.
package struct FuzzTarget: Sendable {
    /// Its name on the command line: small letters and dashes.
    package let name: String
    /// Input that is good, and input that once was a finding; what is found is added here for ever.
    package let seeds: @Sendable () throws -> [[UInt8]]
    /// Parses. Input that is refused is no finding; a trap is, and so is what this throws.
    package let run: @Sendable (_ input: [UInt8]) throws(FuzzFinding) -> Void

    /// A target; it goes into `all`.
    package init(
        _ name: String, seeds: @escaping @Sendable () throws -> [[UInt8]],
        run: @escaping @Sendable (_ input: [UInt8]) throws(FuzzFinding) -> Void
    ) {
        self.name = name
        self.seeds = seeds
        self.run = run
    }

    /// All of them.
    package static let all: [FuzzTarget] = [
        .cbor, .json, .jws, .request, .appAttestation, .appAssertion, .androidKeyDescription, .androidChain, .sdJWT, .cose, .mdoc,
        .statusList,
        .issuance,
    ]
}

/// Something that a parser took and should not have, or did not give back as it was.
package struct FuzzFinding: Error, Sendable, Hashable, CustomStringConvertible {
    /// What it is.
    package let description: String

    /// A finding.
    package init(_ description: String) { self.description = description }

    /// Throws unless it holds.
    package static func unless(_ holds: Bool, _ description: String) throws(FuzzFinding) {
        if !holds { throw FuzzFinding(description) }
    }
}
