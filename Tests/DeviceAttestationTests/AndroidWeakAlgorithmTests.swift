// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

/// Certificates that X509 cannot make, made with OpenSSL 3.0 for these tests; valid from 2026-11-21 to 2081. They have no attestation, so an
/// accepted chain is refused only as `malformed`.
@Suite struct `Android chains with weak algorithms` {
    private static let chains: [String: [String]] = [
        "strong": [leaf, attestation, intermediate, root],
        "SHA-1": [leaf, attestationSignedWithSHA1, intermediate, root],
        "RSA with 1,024 bits": [leaf, attestationByRSA1024, intermediateWithRSA1024, root],
        "P-224": [leafByP224, attestationOnP224, intermediate, root],
    ]

    @Test(arguments: [("strong", true), ("SHA-1", false), ("RSA with 1,024 bits", false), ("P-224", false)])
    func `a chain with a weak algorithm is refused`(name: String, isAccepted: Bool) async throws {
        let chain = try #require(Self.chains[name]).map { text in
            Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
        }
        let verifier = AndroidKeyAttestationVerifier(roots: [try Certificate(derEncoded: chain[3])], policy: try AndroidTestChain.policy())
        await expectRejection(isAccepted ? .malformed : .certificateChain) {
            _ = try verifier.verify(
                chain: chain, challenge: AndroidTestChain.challenge, revocationList: AndroidTestChain.list(), at: AndroidTestChain.time)
        }
    }

    private static let root = """
        MIIDATCCAemgAwIBAgIUf0p7024GWFkkYpiRby8O2VDyPGowDQYJKoZIhvcNAQELBQAwDzENMAsGA1UEAwwEcm9vdDAgFw0yNjExMjExMDA3MDVaGA8yMDgxMDgy
        NDEwMDcwNVowDzENMAsGA1UEAwwEcm9vdDCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAKki0aWPPgGgn9tG9r0F/S7JcTfvSKS2t1FukVAQJz/Wqun/
        7xCkR627k8r+tp/RZiNrCGgnyjvNkrydU1kkD0vinyzKXVsLhZq/ueyWaerG9go6mG+LRRPwyBmLfwwUetIAciJF77z/g5Qwf6lIMLAERM2vXPzdf/c69W5OyfA/
        ZOhWmv/+GKxOreTjRARYs/B1QoOT7YNodUl69o36Dez+52V/t+rRymtXE39umTUt+eWdpwXC4SNqxDC56JUKQc6+FM6oTg+g29ata1nDs4uDSAZ3x6ifL3j2oj/K
        euJUjsGwmdqrEe4lttipSgonXB1asLzLkjdUEQhT9U1pm88CAwEAAaNTMFEwHQYDVR0OBBYEFAZfuW7R549/v4Ve+LZWzegRDPl5MB8GA1UdIwQYMBaAFAZfuW7R
        549/v4Ve+LZWzegRDPl5MA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEBACkx1jnZq3Fst5emIWON/eXyVYiHwcOYEjmcm+ZSm8QdaTbyCY/2nJLm
        yNTO8GQYh4aA3kj2Rin10Vg3FLec2S1G2v/s+24CvczimWdnuzHWEsJf/Bp4/xTlAaVKfLjfyjLmWQf5DGYZmI/iEHaPVGHtDQKqdmknbjvwRMfnj28gu5lhHR8O
        eph8bIs3Z/gjQMW0S8uoTMTtVP3cQA+UBIkEr/Lwyicj/McPP5h0H1XuDeZnheF7WxPiAi2BY1yh3SU6sKZfaEcl3iC3wdb/AVY0rqSWtLxmc3+h1CDoVmoxq6Ts
        zA8cw4sT7CM/0B+doIJb4B73IehZTH6ipvOBDOM=
        """
    private static let intermediate = """
        MIIC6zCCAdOgAwIBAgIBAjANBgkqhkiG9w0BAQsFADAPMQ0wCwYDVQQDDARyb290MCAXDTI2MTEyMTEwMDcwNVoYDzIwODEwODI0MTAwNzA1WjAMMQowCAYDVQQD
        DAFpMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAzsuGDxt9waw13kiQY3TwqrJdtW/nth1ytH2SpTBEALuKqTxbsVM9v07PIPNsiA2M9OsSA1k4TkGe
        FFSICnxYOPWN8UGSbYbaBEtnQ+X1BP18FlVAgE24eQxcFhHLaoPohfbGS/eiirqwfZ/OKafdY5lo8Di/IJJWbJlLB96Anta1GnnUc9u2nZO/PEQHZ5hTWxQ0YZOH
        9SWKElMxYiNieGfazfjcaO0X3W10SyN/1gJB4qMzg7w+TxPKFacUi6CvpwlLmrl4hu6FZ0IuRHMs1BPYAGtez8Gv9APOUk8F+6sqFuh+j36AK2q/+VRdQ8R30t8R
        nTt+6VASqJSXDO0ItQIDAQABo1MwUTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBR1bP+rmcIvxD0fOo8i25FIQEEBfzAfBgNVHSMEGDAWgBQGX7lu0eePf7+F
        Xvi2Vs3oEQz5eTANBgkqhkiG9w0BAQsFAAOCAQEALm5zedUg2yy4/2HzDb2JiisSBZueNEE3ciX0YZ+h6n9GCS90QpNL9TZqhi9mE5TTJfrsw71qOWQKAbDmB1ed
        DXKV4xU5W/9gX0ge9nZ+irTFY/Ul1gLh0VX3bBfdiQX25CjWjPTszpEU0YE10NaqLuMa48p9PosPBUC9eYb7zKtJsjYpLUTUww1ulKkEpe5rPUQGs2MVEIgiDDDp
        DseuXkfhv/9q74rMkWUJIPPt+LCg3NzKkzpNXD7cfju6lJJo6knc1e8/PQZd79s0+mZg7fQzfrXMiSkQDZNBPcD7n6ByiDxm2Yx1xbbUiVz3PvjxphMCvc4XCZ+G
        cdvvR5TAdQ==
        """
    private static let attestation = """
        MIICHTCCAQWgAwIBAgIBAzANBgkqhkiG9w0BAQsFADAMMQowCAYDVQQDDAFpMCAXDTI2MTEyMTEwMDcwNVoYDzIwODEwODI0MTAwNzA1WjAMMQowCAYDVQQDDAFi
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXo5nhvlhrKuSgkQtVAOBczgAbO3cRa/4nCgK4vYoVi7KxzdUdgT1e9OUB3Ery76lETEaFpxPEkABMMsxjCV+5KNT
        MFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUBRJeEO9QwgAvrhirfgD19fiFBtUwHwYDVR0jBBgwFoAUdWz/q5nCL8Q9HzqPItuRSEBBAX8wDQYJKoZIhvcN
        AQELBQADggEBAHJcqfozC8jD21reC//RXjwTDJ3uFS/5VEHgnv9vV90MewTWuENyvRP+3r3g+SXXwGO9lcvp3T5eYwjV8Lnyvshv5n7RDBtdGIGJjI9x5zytaMvx
        d7wQ1E6Q/dqM1msX5LA6S0sON8T+ujOlAJSEyq0oOUxUGhyKdyniKbj2fmQA3966C9l5ii5YeDrHe225aaimz1x8bQkNjV93xP9Lh0XN4ufUNlANxQVBHRWi2lIB
        ChI3YZqcvUMQINW8IbQW7bof4EK6iit1NQ0RGHDfxil7ynXc29d4aHFu38HPWOFn/4xLmfI5nK7FLi4txfiecMGuwYNCJB9xQUqNIXnMydY=
        """
    private static let leaf = """
        MIIBWzCCAQGgAwIBAgIBATAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAFiMCAXDTI2MTEyMTEwMDcwNVoYDzIwODEwODI0MTAwNzA1WjAMMQowCAYDVQQDDAFsMFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvM8H+LK4h3tbSMFAXn3v2aGZPEWbS/ude1+R/xD8fTbwwNUpT/bjdGBl864OlhafTGR8L2CKpzQJg6ysZ3pcvKNSMFAw
        DgYDVR0PAQH/BAQDAgeAMB0GA1UdDgQWBBSwWYej49BsGVueBRsFfbiTZIsgDTAfBgNVHSMEGDAWgBQFEl4Q71DCAC+uGKt+APX1+IUG1TAKBggqhkjOPQQDAgNI
        ADBFAiBOHr8/GnmK8RCmF+veiGt92zMFzw6FwvvOwmWfVlpEBwIhANUHagSAuQ6lhF8rG7X+xl+7drd0XBWrsfTJI3sZjoHU
        """
    private static let attestationSignedWithSHA1 = """
        MIICHTCCAQWgAwIBAgIBAzANBgkqhkiG9w0BAQUFADAMMQowCAYDVQQDDAFpMCAXDTI2MTEyMTEwMDcwNVoYDzIwODEwODI0MTAwNzA1WjAMMQowCAYDVQQDDAFi
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXo5nhvlhrKuSgkQtVAOBczgAbO3cRa/4nCgK4vYoVi7KxzdUdgT1e9OUB3Ery76lETEaFpxPEkABMMsxjCV+5KNT
        MFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUBRJeEO9QwgAvrhirfgD19fiFBtUwHwYDVR0jBBgwFoAUdWz/q5nCL8Q9HzqPItuRSEBBAX8wDQYJKoZIhvcN
        AQEFBQADggEBAMkN1nEjUQbDNoPXttvN9ex9jF+3xkhULjJJ29j5zWV1Pb/alST04C+z+1bCE9BJLWvF3cyDJYw0AfbVxv+MXZjbQbgkDsuXNAEXMpe7C1T21w1x
        71tiRLFm5DV1cb6dv+xk89ABX3MROh9l/ZStaDlg0XJXf5mI60mlZL/MFJhftgwOi61wvc3slSiB1buFk8LiQAVx98tTN5HndYdg5AEhesRB7yuXydBJwuT1bFo5
        RmNlylM0bzBsts2RAQbkzt5/c8oWJNihvu41tiie/Z+y6oyYFY6ew0iqumMJ6twVH3oB69qwfOJlRaxEFkB4j5Ez5OIPVTtwWKWD01ptuO8=
        """
    private static let intermediateWithRSA1024 = """
        MIICZzCCAU+gAwIBAgIBAjANBgkqhkiG9w0BAQsFADAPMQ0wCwYDVQQDDARyb290MCAXDTI2MTEyMTEwMDcwNVoYDzIwODEwODI0MTAwNzA1WjAMMQowCAYDVQQD
        DAFpMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC4jQEtGac3YaW5rlZUEmsKkbPtbK77zVns0t75jvopQ9nDI+siNo3QwQUFSniDsxn7Gu8hleTFKzoOrw1K
        D75OpGQHkBNDdusyGfHAvtJ/WLhZbOHhavdViWd0ps0FFts6GbCh3Gk6y2iFOgYOVAY5hTQ0rFwJ/EuBBg2WOCfgEwIDAQABo1MwUTAPBgNVHRMBAf8EBTADAQH/
        MB0GA1UdDgQWBBTyXIjtiJVDigu2Q3XKhfQcXaDUtjAfBgNVHSMEGDAWgBQGX7lu0eePf7+FXvi2Vs3oEQz5eTANBgkqhkiG9w0BAQsFAAOCAQEAgcjStJfOM+rJ
        42r8eT/WTs6ugDfOXlavoT/MJYkqoIkfT/LDegJOHqF75O3kFDXLmPE6oiJFlI3BR127/NP3hU9zzPQWmzr3Zl/r7x35IYy0Qv3dX7cfc3Vs4Z8YaKPg9HudUNzK
        TtygUtp8a+qZESysWvaL5oHIL6eCcNruInOTGSApMxAlZn28VRaEzSc5jHzsxv92AOAw5i1EqSIDxHm2S8LyLhZktzE7lOpEEC93tOGdYdzhl8V+d9epnC5W8B7j
        FiHfBeurTVg1zEbgbwPaSHsd0y8zV11ht7j8wW5ARJ0LkPCxY7DW9dY5YlaIqW+WS0Hc1mkdRSH3Rql0Bg==
        """
    private static let attestationByRSA1024 = """
        MIIBnDCCAQWgAwIBAgIBAzANBgkqhkiG9w0BAQsFADAMMQowCAYDVQQDDAFpMCAXDTI2MTEyMTEwMDcwNVoYDzIwODEwODI0MTAwNzA1WjAMMQowCAYDVQQDDAFi
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXo5nhvlhrKuSgkQtVAOBczgAbO3cRa/4nCgK4vYoVi7KxzdUdgT1e9OUB3Ery76lETEaFpxPEkABMMsxjCV+5KNT
        MFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUBRJeEO9QwgAvrhirfgD19fiFBtUwHwYDVR0jBBgwFoAU8lyI7YiVQ4oLtkN1yoX0HF2g1LYwDQYJKoZIhvcN
        AQELBQADgYEAhlTrhGsZ51IW7KpamjX4YWtWzRVWBg3FzfkeaudTV3+JzQemGt+NLrgqo+9jRE0vBf4v9greVBrsn19OgKiGIiK6Bp7olYoNebzQMClmodHMimZs
        LGZRNPPGdNHfOkbY/OHQ36yrjzD+2+XrkDnh7lbb6fzzOX81TuEC9VSCwPw=
        """
    private static let attestationOnP224 = """
        MIICETCB+qADAgECAgEDMA0GCSqGSIb3DQEBCwUAMAwxCjAIBgNVBAMMAWkwIBcNMjYxMTIxMTAwNzA1WhgPMjA4MTA4MjQxMDA3MDVaMAwxCjAIBgNVBAMMAWIw
        TjAQBgcqhkjOPQIBBgUrgQQAIQM6AASEBF/ZvPlCBLyEwj7PzG3dzTng2aAUr+0VSkNrgD5x0XiV3PZzzd2UmLzq0zMnAavGEqgw4FThCqNTMFEwDwYDVR0TAQH/
        BAUwAwEB/zAdBgNVHQ4EFgQUGIHVFtHBYX8YjVDuputWtGIa8O4wHwYDVR0jBBgwFoAUdWz/q5nCL8Q9HzqPItuRSEBBAX8wDQYJKoZIhvcNAQELBQADggEBAER9
        4PbWDYv91aPp1JeVBH8ncf05CjJTMo6CPuhYzyQxS7NnOXHGyfHfE3c7K2by2L5urEmbcuOAzD4yosvrzHG05+5ScE9lOz70cqr8sMh9fRqB0OSOtw6owNMFma4j
        6vEwIqn+Y+BOvXU0D0NLbghntsWntCUFFAUQ7U90FCW2n+mndKWpMKxPIecsVCbn9n8GdVXz+4D+ma2+c3pZ/XmEx/DLbzqnjQbu1ZG8+9h2CIQ20lc3Gte5vsrD
        8KsS3Qa25vDXmYXXF0Q+A4L+QZAQra3YDDPr5ZVDMAeZN9FQGWLOLDwzXrsP5m/HgaKAQ0xqPT2hV6vtitpvUEZB9Co=
        """
    private static let leafByP224 = """
        MIIBUjCCAQGgAwIBAgIBATAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAFiMCAXDTI2MTEyMTEwMDcwNVoYDzIwODEwODI0MTAwNzA1WjAMMQowCAYDVQQDDAFsMFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvM8H+LK4h3tbSMFAXn3v2aGZPEWbS/ude1+R/xD8fTbwwNUpT/bjdGBl864OlhafTGR8L2CKpzQJg6ysZ3pcvKNSMFAw
        DgYDVR0PAQH/BAQDAgeAMB0GA1UdDgQWBBSwWYej49BsGVueBRsFfbiTZIsgDTAfBgNVHSMEGDAWgBQYgdUW0cFhfxiNUO6m61a0Yhrw7jAKBggqhkjOPQQDAgM/
        ADA8AhxU/NMyWoVAotukgXnlJz5YpA9hjaTLD27Ac8EwAhxYJLU9ZxWiCib9md4IswdVg9ZIh//Lp/4GSmpD
        """
}
