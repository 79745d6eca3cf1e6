// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import MDoc

/// A document issued by PyPI pymdoccbor 1.4.0 and presented with pycose 1.1.0 and cbor2 6.2.1. `Python/make_sample.py` made it with discarded
/// keys.
enum PythonSample {
    static let docType: DocType = "org.example.document.1"
    static let time = Date(timeIntervalSince1970: 1_795_300_000)
    static let transcript = SessionTranscript(
        .array([
            .null, .null,
            .array([
                .text("OpenID4VPHandover"), .bytes([UInt8](repeating: 0, count: 32)), .bytes([UInt8](repeating: 255, count: 32)),
            ]),
        ]))

    static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()) }

    static let root = bytes(
        """
        MIIBYDCCAQagAwIBAgIUN2bYNqqJh1veRED888G87oFuRIQwCgYIKoZIzj0EAwIwHDELMAkGA1UEBhMCTkwxDTALBgNVBAMMBHJvb3QwHhcNMjYxMTIxMTUxNzUwWhcNMzYx
        MTE4MTUxNzUwWjAcMQswCQYDVQQGEwJOTDENMAsGA1UEAwwEcm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKs/J4RL6lKJzX5jN+WrExK+Gb5YX7zFi3xiMRA98tm2
        rQX+MF88j3gPkoHBylk5OzXWjWXHxDc5KfG+fY6PCCijJjAkMBIGA1UdEwEB/wQIMAYBAf8CAQAwDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMCA0gAMEUCIQDLWxl0UGaM
        pBv9tM9SW1/nJ4eYLOP+OpnGwT9fYmzJxAIgJzpviPnZH3GiN2ijw6CSWM0eKktbCT0XwRdLy94jLR0=
        """)

    /// The issued document: `IssuerSigned`.
    static let issued = bytes(
        """
        ompuYW1lU3BhY2VzonZvcmcuZXhhbXBsZS5kb2N1bWVudC4xhtgYWGykZnJhbmRvbVggvrety+/GOqnc23/S6VanBiEVsNYyjd87dGq93eJW0R1oZGlnZXN0SUQAbGVsZW1l
        bnRWYWx1ZdkD7GoxOTkwLTAxLTAycWVsZW1lbnRJZGVudGlmaWVyamJpcnRoX2RhdGXYGFhspGZyYW5kb21YIBAKbhzO3agToz2bIwAo1HrztAOn6mAhso20PRsE8T/eaGRp
        Z2VzdElEAWxlbGVtZW50VmFsdWVsdmFuIGRlciBCZXJncWVsZW1lbnRJZGVudGlmaWVya2ZhbWlseV9uYW1l2BhYY6RmcmFuZG9tWCBtLKxqkCzulXSucAZfc8L6NT6FMrHb
        CGgjMIkOOyS82WhkaWdlc3RJRAJsZWxlbWVudFZhbHVlZFpvw6txZWxlbWVudElkZW50aWZpZXJqZ2l2ZW5fbmFtZdgYWGakZnJhbmRvbVggw6gviVYfGSzAzEmyQb4O4vch
        GJsubSTv2btxuuHMtuZoZGlnZXN0SUQDbGVsZW1lbnRWYWx1ZWJOTHFlbGVtZW50SWRlbnRpZmllcm9pc3N1aW5nX2NvdW50cnnYGFiGpGZyYW5kb21YIBjrscVCbU1kb0Kj
        1xjShrQpWnHIz9DvNrbGWJqb1EksaGRpZ2VzdElEBGxlbGVtZW50VmFsdWVYKAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJidxZWxlbWVudElkZW50
        aWZpZXJocG9ydHJhaXTYGFhcpGZyYW5kb21YIP2PBfEj3EwCW+BykmfVs9o9v1lwf/HSFOY2dLtJ0QqPaGRpZ2VzdElEBWxlbGVtZW50VmFsdWUYtXFlbGVtZW50SWRlbnRp
        ZmllcmZoZWlnaHR4GW9yZy5leGFtcGxlLmRvY3VtZW50LjEuTkyB2BhYYaRmcmFuZG9tWCClxzSbSj6upHdEni29Ko2SIaAb6rDn0nrTk3XNYqMOi2hkaWdlc3RJRAZsZWxl
        bWVudFZhbHVlaTk5OTk5MTc3MnFlbGVtZW50SWRlbnRpZmllcmNic25qaXNzdWVyQXV0aIRDoQEmoRghWQGKMIIBhjCCASygAwIBAgIUEQhpnDwqMR6T9ALr2TdRu35999ww
        CgYIKoZIzj0EAwIwHDELMAkGA1UEBhMCTkwxDTALBgNVBAMMBHJvb3QwHhcNMjYxMTIxMTUxNzUwWhcNMjgwMjE0MTUxNzUwWjAeMQswCQYDVQQGEwJOTDEPMA0GA1UEAwwG
        c2lnbmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEm83zZc+T7eO1xdpoOdsrOW9ISLH8ew4y8C7hGdiEMFiTBm2bWcNXcFUH6pD6El0WjjUqIiuXZzDfxwtBv40UV6NK
        MEgwDgYDVR0PAQH/BAQDAgeAMBUGA1UdJQEB/wQLMAkGByiBjF0FAQIwHwYDVR0jBBgwFoAU9/2ENkUtnjWIq1p0JHuD/zzxDtQwCgYIKoZIzj0EAwIDSAAwRQIhAPF7DjOZ
        FH0lqQARrC2fU/NZCLddbqgZe/7Z8QyqM8gQAiApUu9NzY8rOVp8CM7SXr537chLWUKCdQgDboKHSzIZg1kCUNgYWQJLpmdkb2NUeXBldm9yZy5leGFtcGxlLmRvY3VtZW50
        LjFndmVyc2lvbmMxLjBsdmFsaWRpdHlJbmZvo2ZzaWduZWTAdDIwMjYtMTEtMjFUMTY6MTc6NTBaaXZhbGlkRnJvbcB0MjAyNi0xMS0yMVQxNjoxNzo1MFpqdmFsaWRVbnRp
        bMB0MjAyNy0xMS0yMFQyMzo1OTo1OVpsdmFsdWVEaWdlc3RzonZvcmcuZXhhbXBsZS5kb2N1bWVudC4xpgBYIGKmSL+BF4l3ocCusI05T/bEcMob+RL1UPBnGEA3liGmAVgg
        vIEw89d4D9GEytLShJnpeEW1LTRUwMZbI2ZzuXLWFEgCWCCbqnYMxjeZNOPpc4Sp6275LCqVulxEBMfmyoKP6Zn7bQNYIH6URaZdlnj257Dgl4YADO2aMeU4/KsWRN1VCTFT
        LfkgBFggBldNdwAe3itTuppVxBR9C+DFVyOiy/CjIu3UkVKXB1EFWCCtO9VygrhF4ae90YhuLC51JxCBf2RiTDKjyE12AkxgWHgZb3JnLmV4YW1wbGUuZG9jdW1lbnQuMS5O
        TKEGWCCRgoCnMuMt9Vc2cRwjBDRH7gbpQosT06PCE6T0lNbE7G1kZXZpY2VLZXlJbmZvoWlkZXZpY2VLZXmkAQIgASFYIOmby4hqce4Yr+6TwGiMQTGyXMQpalatef26Mkcz
        95Y9Ilgg/8YYycYiEm2zFyuw+TvvtFl/R/sn5aF/ftkfzicdzYhvZGlnZXN0QWxnb3JpdGhtZ1NIQS0yNTZYQLtpAzSULGXIJcn4vh+EEun32W9f117kVsqr5bl3o/Teg+Qj
        HYzdqOYGCNq4Wcz+a2Ne01Jy+9ov11BYxlOUgXo=
        """)

    /// The presentation: `DeviceResponse` with two elements.
    static let response = bytes(
        """
        o2d2ZXJzaW9uYzEuMGlkb2N1bWVudHOBo2dkb2NUeXBldm9yZy5leGFtcGxlLmRvY3VtZW50LjFsaXNzdWVyU2lnbmVkompuYW1lU3BhY2VzoXZvcmcuZXhhbXBsZS5kb2N1
        bWVudC4xgtgYWGOkZnJhbmRvbVggbSysapAs7pV0rnAGX3PC+jU+hTKx2whoIzCJDjskvNloZGlnZXN0SUQCbGVsZW1lbnRWYWx1ZWRab8OrcWVsZW1lbnRJZGVudGlmaWVy
        amdpdmVuX25hbWXYGFhmpGZyYW5kb21YIMOoL4lWHxkswMxJskG+DuL3IRibLm0k79m7cbrhzLbmaGRpZ2VzdElEA2xlbGVtZW50VmFsdWViTkxxZWxlbWVudElkZW50aWZp
        ZXJvaXNzdWluZ19jb3VudHJ5amlzc3VlckF1dGiEQ6EBJqEYIVkBijCCAYYwggEsoAMCAQICFBEIaZw8KjEek/QC69k3Ubt+fffcMAoGCCqGSM49BAMCMBwxCzAJBgNVBAYT
        Ak5MMQ0wCwYDVQQDDARyb290MB4XDTI2MTEyMTE1MTc1MFoXDTI4MDIxNDE1MTc1MFowHjELMAkGA1UEBhMCTkwxDzANBgNVBAMMBnNpZ25lcjBZMBMGByqGSM49AgEGCCqG
        SM49AwEHA0IABJvN82XPk+3jtcXaaDnbKzlvSEix/HsOMvAu4RnYhDBYkwZtm1nDV3BVB+qQ+hJdFo41KiIrl2cw38cLQb+NFFejSjBIMA4GA1UdDwEB/wQEAwIHgDAVBgNV
        HSUBAf8ECzAJBgcogYxdBQECMB8GA1UdIwQYMBaAFPf9hDZFLZ41iKtadCR7g/888Q7UMAoGCCqGSM49BAMCA0gAMEUCIQDxew4zmRR9JakAEawtn1PzWQi3XW6oGXv+2fEM
        qjPIEAIgKVLvTc2PKzlafAjO0l6+d+3IS1lCgnUIA26Ch0syGYNZAlDYGFkCS6ZnZG9jVHlwZXZvcmcuZXhhbXBsZS5kb2N1bWVudC4xZ3ZlcnNpb25jMS4wbHZhbGlkaXR5
        SW5mb6Nmc2lnbmVkwHQyMDI2LTExLTIxVDE2OjE3OjUwWml2YWxpZEZyb23AdDIwMjYtMTEtMjFUMTY6MTc6NTBaanZhbGlkVW50aWzAdDIwMjctMTEtMjBUMjM6NTk6NTla
        bHZhbHVlRGlnZXN0c6J2b3JnLmV4YW1wbGUuZG9jdW1lbnQuMaYAWCBipki/gReJd6HArrCNOU/2xHDKG/kS9VDwZxhAN5YhpgFYILyBMPPXeA/RhMrS0oSZ6XhFtS00VMDG
        WyNmc7ly1hRIAlggm6p2DMY3mTTj6XOEqetu+SwqlbpcRATH5sqCj+mZ+20DWCB+lEWmXZZ49uew4JeGAAztmjHlOPyrFkTdVQkxUy35IARYIAZXTXcAHt4rU7qaVcQUfQvg
        xVcjosvwoyLt1JFSlwdRBVggrTvVcoK4ReGnvdGIbiwudScQgX9kYkwyo8hNdgJMYFh4GW9yZy5leGFtcGxlLmRvY3VtZW50LjEuTkyhBlggkYKApzLjLfVXNnEcIwQ0R+4G
        6UKLE9OjwhOk9JTWxOxtZGV2aWNlS2V5SW5mb6FpZGV2aWNlS2V5pAECIAEhWCDpm8uIanHuGK/uk8BojEExslzEKWpWrXn9ujJHM/eWPSJYIP/GGMnGIhJtsxcrsPk777RZ
        f0f7J+Whf37ZH84nHc2Ib2RpZ2VzdEFsZ29yaXRobWdTSEEtMjU2WEC7aQM0lCxlyCXJ+L4fhBLp99lvX9de5FbKq+W5d6P03oPkIx2M3ajmBgjauFnM/mtjXtNScvvaL9dQ
        WMZTlIF6bGRldmljZVNpZ25lZKJqbmFtZVNwYWNlc9gYQaBqZGV2aWNlQXV0aKFvZGV2aWNlU2lnbmF0dXJlhEOhASag9lhAw7QbInqvUI/Z4Zgj3pNyzcoqDmydfZ5lc+1N
        cGDxYQRWbThj3ZrSvXy/7p4rtDULGI1WKDaqj9r9u36WL/Q7UmZzdGF0dXMA
        """)
}
