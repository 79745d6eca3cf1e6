// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import JSON
import SDJWT
import SwiftASN1
import Testing
import X509

/// A certificate signed with SHA-1, which X509 cannot make; made with OpenSSL 3.0 for this test, valid from 2026-11-21 to 2081. The issuer's key
/// was discarded, so a token with an accepted chain is refused only for its signature.
struct WeakChainTests {
    @Test func `a certificate signed with SHA-1 is refused, a certificate signed with SHA-256 is accepted`() async throws {
        func bytes(_ text: String) throws -> [UInt8] {
            Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
        }
        let trust = IssuerTrust.certificates(roots: [try Certificate(derEncoded: bytes(Self.root))])
        for (leaf, reason) in [(Self.leaf, .signature), (Self.leafWithSHA1, .certificateChain)] as [(String, SDJWTRejection.Reason)] {
            var forgery = Forgery()
            forgery.header.append("x5c", X5C.encode([try bytes(leaf)]))
            let text = try forgery.text()
            await expectRejection(reason) {
                _ = try await SDJWTVerifier(trust: trust, kind: Sample.verifier.kind).verify(text, keyBinding: .absent, at: Sample.time)
            }
        }
    }

    private static let root = """
        MIIDATCCAemgAwIBAgIUVCbfBbUcILDbWFCb25tJJcbN33EwDQYJKoZIhvcNAQELBQAwDzENMAsGA1UEAwwEcm9vdDAgFw0yNjExMjExMjE3MzZaGA8yMDgxMDgyNDEy
        MTczNlowDzENMAsGA1UEAwwEcm9vdDCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAKXdg738CsfshIJ7dNIS0itY8Yh6wpQtLdZsqgqtM1COiOcEhhzJZn2W
        vv+Wv4kZxrPHggAhCTRiCqUfs4xBAcPjddokbPAAteHZqEk6rpKXzvxVXWLlO8jX07RrmcH2+Y5e9mYPV0IeiSSaWDFDdk8eTR4+9KBUyWGY+rGlaQWeex6JVJZwtzxU
        OHIBjFqp7QP8GyYRJKbxD1qUiKKPztDM9djQbkgoKbon7snv9DN9KoLTpzaTmP+gVC3yzZutf5hDVEvczw7lLMbFV6n+sdK8lLCrB0Wb7jh0SPxmv6a6hOuU+WDku4Pb
        QcRTArLu1ZV0HUrDBDSJ4TCD7trtNbECAwEAAaNTMFEwHQYDVR0OBBYEFCWmpBgucua2LESUfUZV3OIlHSIQMB8GA1UdIwQYMBaAFCWmpBgucua2LESUfUZV3OIlHSIQ
        MA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEBAJq0gKRm7zWsHuB5aZZs/7vrBMJhH46AJPCjS8rTc7M4TpUMlnB9DdTzLEceziJr8iPZuqGDtcQ+oK1+
        KXV8CS8HPYnQ10DA/uQSFC6aFBR6KSb/mjGBtVhDERp5McbLZ7udlt4XaeyzHTLKQTLA4n6rb+j8vWvmPGOjtsigtkn/WzTXMyETDDbKjEWWxos+bAM0Qtul+Q0Z1T4W
        mKrF0lu/zMNHtm1z4SkQNuUWphdg4ewIofZ1wHbqRlM4LvcZHTSJiYjUeF5dFVO2s7IYEqpFAE9zfPHhOZ1iG/vyemPxOyVWg9t8kWKEUSKWGx4yXTbYXP+2bUEO9vmY
        pKjnfTA=
        """
    private static let leaf = """
        MIICIjCCAQqgAwIBAgIBBTANBgkqhkiG9w0BAQsFADAPMQ0wCwYDVQQDDARyb290MCAXDTI2MTEyMTEyMTczN1oYDzIwODEwODI0MTIxNzM3WjAPMQ0wCwYDVQQDDARs
        ZWFmMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGqcJQIBuBVHKiMFbTjQxgGvYhvxarsaogDnKdkYJ5JYkQLhEyXYdeuljqiEzvh6Z6UiX5BnakYqkajpxlYNl6qNS
        MFAwDgYDVR0PAQH/BAQDAgeAMB0GA1UdDgQWBBQ3JscUHJozIHzQ29bfkuWkJC5BaTAfBgNVHSMEGDAWgBQlpqQYLnLmtixElH1GVdziJR0iEDANBgkqhkiG9w0BAQsF
        AAOCAQEAVr4jnmxp1L5t6x21JITLXUaB3VXm805i7VBA7Czxr6UF9QCNhZND5txPxYFaDa8u0OC1IBbFGnfNEDH58Wks+fTduxrbRb9W/TnsiDHn/y4X2xFhitvCrAxs
        GDcWZVlcr0mXVStoOU/q6HAYKjPY7u6elXlZJ458QcCUEhcNMooX+3t7rvbaJWoS0tpAIaq+4iX9w3bOT0Gzio35crStFmfE3NtQWKoEb8jRngjL2H+OHi20QQV0rAKH
        DaWkvvB2ozUBr1X9RCaOvGXWClFtB2nqL8rsZGsqqSrhIPct0Fv9zBOslr3pXrooxcpdvXFROZgzh7HHFPsmBAL1sF4MyQ==
        """
    private static let leafWithSHA1 = """
        MIICIjCCAQqgAwIBAgIBBTANBgkqhkiG9w0BAQUFADAPMQ0wCwYDVQQDDARyb290MCAXDTI2MTEyMTEyMTczN1oYDzIwODEwODI0MTIxNzM3WjAPMQ0wCwYDVQQDDARs
        ZWFmMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGqcJQIBuBVHKiMFbTjQxgGvYhvxarsaogDnKdkYJ5JYkQLhEyXYdeuljqiEzvh6Z6UiX5BnakYqkajpxlYNl6qNS
        MFAwDgYDVR0PAQH/BAQDAgeAMB0GA1UdDgQWBBQ3JscUHJozIHzQ29bfkuWkJC5BaTAfBgNVHSMEGDAWgBQlpqQYLnLmtixElH1GVdziJR0iEDANBgkqhkiG9w0BAQUF
        AAOCAQEAF3cVYCQ76e8F5U+uxvbI7J05EvVYlZs+45Ymxh+odKvsorlW2Drhy9lHvI3l72Sf4h2qM5Z67HPu7p9gIB5g8YB47c4BYNXup9QiyJLPSBucr0A2ro5bkdiP
        Ehw3qdjZ1OBTkjq1iBp41DbdX+uwVT8AKCdRXfnRxCWu3CpPVyF/tAvQR0Kd0in6rEgzg/k2ooyfPqDX/fz6Bbxib8t1w/K6WOCHCXzeMNdWKr97DdDezV9Z3s/3rbLI
        28sNQQ5urxDzwORzlF4KQizkgyg5mQRYPd2vGRSE4weWWv8B9kZVvZHEJNo+XgY59VVq7iRVDmdlhFH7phC50Z4WkBfjzQ==
        """
}
