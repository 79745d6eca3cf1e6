// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import JSON
import RelyingPartyRegistration
import StatusList
import Testing

/// Why a registration does not count: every fault.
struct RegistrationFaultTests {
    /// Attachments and the fault expected of them.
    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: RegistrationFault
        let data: @Sendable () throws -> [JSONValue]

        init(_ fault: RegistrationFault, _ name: String, _ data: @escaping @Sendable () throws -> [JSONValue]) {
            testDescription = name
            self.fault = fault
            self.data = data
        }

        init(_ fault: RegistrationFault, _ claim: String, _ value: JSONValue?) {
            self.init(fault, "\(claim) \(value.map { "\($0)" } ?? "absent")") { [try Registrar.data(Registrar.claims(claim, value))] }
        }

        init(_ fault: RegistrationFault, header name: String, _ value: JSONValue?) {
            self.init(fault, "header \(name)") { [try Registrar.data(Registrar.claims(), Registrar.header(name, value))] }
        }
    }

    static let issued = Registrar.now - 60
    static let almostExpired = Registrar.now - 59
    static let soon = Registrar.now + 60
    static let later = Registrar.now + 61
    static let latestEnd = issued + RegistrationCertificate.maximumAge
    static let tooLate = latestEnd + 1
    static let bad = forms + signers + times

    static let forms: [Bad] = [
        Bad(.absent, "nothing") { [] },
        Bad(.several, "two") { [try Registrar.data(), try Registrar.data()] },
        Bad(.several, "one good, one not") { [try Registrar.data(), nil] },
        Bad(.unsigned, "no signature") {
            let signed = try CompactJWS.sign(header: Registrar.header(), payload: Registrar.claims().encode(), with: Registrar.key)
            return [.string(String(decoding: signed.signingInput, as: UTF8.self) + ".")]
        },
        Bad(.malformed, "a data set") { [.object(Registrar.claims())] },
        Bad(.malformed, "no JWS") { ["x"] },
        Bad(.malformed, "too long a text") { [try Registrar.data(Registrar.claims("x", .string(String(repeating: "a", count: 65_536))))] },
        Bad(.malformed, "no object") {
            [.string(try CompactJWS.sign(header: Registrar.header(), payload: Array("[]".utf8), with: Registrar.key).serialized)]
        },
        Bad(.malformed, "sub", ["id": "X-1"]),
        Bad(.malformed, "nbf", "1"),
    ]

    static let signers: [Bad] = [
        Bad(.malformed, header: "crit", ["exp"]),
        Bad(.malformed, header: "jwk", [:]),
        Bad(.type, header: "typ", "JWT"),
        Bad(.type, header: "typ", "rc-wrp+cwt"),
        Bad(.type, header: "typ", nil),
        Bad(.algorithm, header: "alg", "none"),
        Bad(.algorithm, header: "alg", "ES384"),
        Bad(.chain, header: "x5c", nil),
        Bad(.chain, header: "x5c", []),
        Bad(.chain, "self-signed") { [try Registrar.data(Registrar.claims(), Registrar.header(chain: [Registrar.selfSigned]))] },
        Bad(.chain, "a root alone") {
            [try Registrar.data(Registrar.claims(), Registrar.header(chain: [Registrar.root]), by: Registrar.rootKey)]
        },
        Bad(.signature, "another key") { [try Registrar.data(by: Registrar.otherKey)] },
    ]

    static let times: [Bad] = [
        Bad(.notYetValid, "iat", .integer(later)),
        Bad(.notYetValid, "nbf", .integer(later)),
        Bad(.expired, "exp", .integer(issued)),
        Bad(.expired, "exp", 0),
        Bad(.tooLong, "exp", .integer(tooLate)),
        Bad(.noEnd, "no exp, no status") {
            var claims = Registrar.claims("exp", nil)
            _ = claims.remove("status")
            return [try Registrar.data(claims)]
        },
    ]

    @Test(arguments: bad) func `a certificate with a fault is refused, and the fault named`(_ bad: Bad) async throws {
        #expect(try await Registrar.check().read(bad.data()) == .failure(bad.fault))
    }

    @Test func `every fault has a test`() {
        let ofVerdicts: Set<RegistrationFault> = [.revoked, .suspended, .statusUnknown, .identity]
        #expect(ofVerdicts.union(Self.bad.map(\.fault)) == Set(RegistrationFault.allCases))
    }

    static let limits: [JSONObject] = [
        ["iat": .integer(soon)], ["nbf": .integer(soon)], ["exp": .integer(almostExpired)], ["exp": .integer(latestEnd)],
    ]

    @Test(arguments: limits) func `a certificate at the limit of its times is accepted`(_ change: JSONObject) async throws {
        let member = try #require(change.members.first)
        let claims = Registrar.claims(member.name, member.value)
        #expect(try await Registrar.check().read([Registrar.data(claims)]) == .success(RegistrationCertificate(claims: claims)))
    }

    @Test(arguments: ["exp", "status"]) func `one of exp and status is enough`(_ absent: String) async throws {
        let claims = Registrar.claims(absent, nil)
        #expect(try await Registrar.check().read([Registrar.data(claims)]) == .success(RegistrationCertificate(claims: claims)))
    }

    @Test func `a registrar under another root is not trusted, nor is any without roots`() async throws {
        let data = try Registrar.data()
        #expect(await Registrar.check(roots: [Registrar.otherRoot]).read([data]) == .failure(.chain))
        #expect(await Registrar.check(roots: []).read([data]) == .failure(.chain))
        let certificate = try RegistrationCertificate(claims: Registrar.claims())
        #expect(await Registrar.check(roots: [Registrar.otherRoot, Registrar.root]).read([data]) == .success(certificate))
    }

    @Test(arguments: [-86_401, 86_401, .infinity, -.infinity, .nan] as [TimeInterval])
    func `a registrar's certificate must be valid now, whatever the clock says`(_ offset: TimeInterval) async throws {
        let time = Registrar.time.addingTimeInterval(offset)
        #expect(try await Registrar.check(at: time).read([Registrar.data()]) == .failure(.chain))
    }

    @Test func `a certificate changed in any place is refused`() async throws {
        guard case .string(let text) = try Registrar.data() else {
            Issue.record("data is not a text")
            return
        }
        let bytes = Array(text.utf8)
        for index in stride(from: 0, to: bytes.count, by: 11) {
            var changed = bytes
            changed[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let result = await Registrar.check().read([.string(String(decoding: changed, as: UTF8.self))])
            guard case .failure = result else {
                Issue.record("accepted with another byte \(index)")
                return
            }
        }
    }

    private func verdict(
        _ claims: JSONObject = Registrar.claims(), status: TokenStatus? = .valid, identifier: String? = Registrar.shop
    ) throws -> RegistrationVerdict {
        try Registrar.check().verdict(
            RegistrationCertificate(claims: claims), status: status, identifier: identifier,
            query: Registrar.dcql(Registrar.query([["family_name"]])))
    }

    static let statuses: [(TokenStatus?, RegistrationFault)] = [
        (.invalid, .revoked), (.suspended, .suspended), (.other(3), .statusUnknown), (.other(255), .statusUnknown), (nil, .statusUnknown),
    ]

    @Test(arguments: statuses)
    func `only the status valid is good`(_ status: TokenStatus?, _ fault: RegistrationFault) throws {
        let certificate = try RegistrationCertificate(claims: Registrar.claims())
        #expect(try verdict(status: .valid) == .covered(certificate))
        #expect(try verdict(status: status) == .unverifiable(fault, certificate))
    }

    @Test func `a certificate without status needs none, but one that was found counts`() throws {
        let claims = Registrar.claims("status", nil)
        let certificate = try RegistrationCertificate(claims: claims)
        #expect(try verdict(claims, status: nil) == .covered(certificate))
        #expect(try verdict(claims, status: .invalid) == .unverifiable(.revoked, certificate))
    }

    static let others: [String?] = [
        nil, "", "NTRNL-87654321", "NTRNL-1234567", "NTRNL-123456789", "ntrnl-12345678", "NTRNL-12345678 ",
    ]

    @Test(arguments: others)
    func `a genuine certificate of the shop in a request of another party is refused`(_ identifier: String?) async throws {
        let certificate = try await Registrar.check().read([Registrar.data()]).get()
        #expect(try verdict(identifier: identifier) == .unverifiable(.identity, certificate))
    }

    @Test func `identifiers are compared code point by code point`() throws {
        let claims = Registrar.claims("sub", "X-\u{E9}")
        #expect(try verdict(claims, identifier: "X-\u{E9}") == .covered(RegistrationCertificate(claims: claims)))
        #expect(try verdict(claims, identifier: "X-e\u{301}") == .unverifiable(.identity, RegistrationCertificate(claims: claims)))
    }

    @Test func `an intermediary may ask in the subject's name, another may not, and nobody for no subject`() throws {
        var claims = Registrar.claims("intermediary", ["sub": "X-1", "name": "Broker"])
        let certificate = try RegistrationCertificate(claims: claims)
        #expect(try verdict(claims, identifier: "X-1") == .covered(certificate))
        #expect(try verdict(claims) == .covered(certificate))
        #expect(try verdict(claims, identifier: "X-2") == .unverifiable(.identity, certificate))
        _ = claims.remove("sub")
        #expect(try verdict(claims, identifier: "X-1") == .unverifiable(.identity, RegistrationCertificate(claims: claims)))
    }

    @Test func `status comes before identity, identity before coverage`() throws {
        let certificate = try RegistrationCertificate(claims: Registrar.claims())
        #expect(try verdict(status: .invalid, identifier: nil) == .unverifiable(.revoked, certificate))
        let query = try Registrar.dcql(Registrar.query([["portrait"]]))
        let other = Registrar.check().verdict(certificate, status: .valid, identifier: "X-1", query: query)
        #expect(other == .unverifiable(.identity, certificate))
    }
}
