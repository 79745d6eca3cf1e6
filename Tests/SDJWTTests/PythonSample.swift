// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import SDJWT

/// A credential issued and presented by the Python reference implementation (PyPI sd-jwt 0.10.4), with decoys at every level, a hidden object
/// with hidden members, and a hidden array with a hidden object. Made for these tests with discarded keys.
enum PythonSample {
    static let issuerKey: JSONObject = [
        "kty": "EC", "crv": "P-256", "x": "cfY8TPM26X_uJzEGtx21QFYuM4kADVtpyx6E2qDQ7Yw", "y": "CKWhHXa_JRXHqzPBwfZ_KdfH7Ymn2b_XsWWFhyujzJc",
    ]
    static let holderKey: JSONObject = [
        "kty": "EC", "crv": "P-256", "x": "nwKtzwQayMKMc-BYK4F2CHkhLvgkfpBGf9wOTZajGKI", "y": "98rM6WjKR6ztc1Qm-cz-67amocnqHCyltGGPKdqW95w",
    ]
    static let binding = KeyBindingExpectation(nonce: "n-0S6_WzA2Mj", audience: "https://verifier.example")
    static let time = Date(timeIntervalSince1970: 1_795_262_720)

    /// The issued token.
    static let issued = """
        eyJhbGciOiAiRVMyNTYiLCAidHlwIjogImRjK3NkLWp3dCIsICJraWQiOiAiaXNzdWVyLTEifQ.eyJfc2QiOiBbIjhKRHdtYWFOQ2JhbnRYQnpTNVk5TldkV\
        0NXdzVrRnM5OGlRY09Jck5ZYmsiLCAiT2lVeVVQWmtOc1k3aXlkSGlnNVdmMWQ5NU1IV042ZXZIR24tRmhKU0c4NCIsICJQTFBjY05hNDRhRkdVU0Nja1VRc\
        jZCd2VmVG82aXNtVEJETFRiY0JMdnlFIiwgIlhsaVBqbnRGOFBzaWUtT01CVnZ1NlFZVHVzRUpXYkdQWXozZUNBR3BTRm8iLCAib192WXhBMlU3aEhqa2xqb\
        zk5SFVnZTZFekVTV3VYN1JJYlRodG10N0M3RSIsICJ4dEpKVzFabTRRRjA5a0U1UjRQbGQ0cGYxMlVHRW44STZLQXlCek50RFBrIiwgInpKYWpUbDVzYmhfV\
        jE1eDh1LUxSQUQxZS11VmhsUUgyUHNGblhnc01lNUEiXSwgImlzcyI6ICJodHRwczovL2lzc3Vlci5leGFtcGxlIiwgInZjdCI6ICJ1cm46ZXVkaTpwaWQ6M\
        SIsICJpYXQiOiAxNzkwMDAwMDAwLCAiZXhwIjogMTkwMDAwMDAwMCwgIm5hdGlvbmFsaXRpZXMiOiBbeyIuLi4iOiAic1hvcnpndkd5ZnBueUFmUWs3RUxjU\
        zQzZHc3VWl5YV9ENU5ra0R5aERMYyJ9LCB7Ii4uLiI6ICJiUndONW1zRmpnMDVycF9rLXNPcU9PVlZtSndlUl9fckp0MkQ3SXRFdzQ0In1dLCAiX3NkX2FsZ\
        yI6ICJzaGEtMjU2IiwgImNuZiI6IHsiandrIjogeyJrdHkiOiAiRUMiLCAiY3J2IjogIlAtMjU2IiwgIngiOiAibndLdHp3UWF5TUtNYy1CWUs0RjJDSGtoT\
        HZna2ZwQkdmOXdPVFphakdLSSIsICJ5IjogIjk4ck02V2pLUjZ6dGMxUW0tY3otNjdhbW9jbnFIQ3lsdEdHUEtkcVc5NXcifX19.kI3IuH48qQ3qrhQeuyyD\
        8v8qxko5C_Ea2bWVeJY_h0Hp5w6eJpxgookXJ6g85Ak2e_c-KoaI_-rTPds9C5_FbA~WyJ2dWFKZjFqM09DbEJlbjlXTHlDbGRBIiwgImdpdmVuX25hbWUiL\
        CAiWm9cdTAwZWIiXQ~WyJkWmFISXBUY3dna29md2tBUDZZYmZnIiwgImxvY2FsaXR5IiwgIkRlbiBIYWFnIl0~WyJvNnRRdE45YkNZaWNVNy1TN3VpaVB3Ii\
        wgImNvdW50cnkiLCAiTkwiXQ~WyJUc1ZqamJWSWZjSEYtR1hlSXRtd3Z3IiwgImFkZHJlc3MiLCB7Il9zZCI6IFsiLTMwNmlHWFdJSHZlaHhaWVFFOEc0Y0g\
        waG9sY1FrTDkwR0VjTFZXcUNGSSIsICI1alNFeHNMVEdlMmFCY05PLWF6dFVkeV9aLXlITk1VZ1JYSV8xODg4WjhrIiwgIkVVQm5nN29TNHFFR1Y2RDJKbTA\
        tZ2JyM3Rsekg1T1VPdVJoSkdheW9ISzgiLCAiSjBhUm5JRlQ3S0NfOUVaREo5RjFmUlhXWFpwdVFPbm84SkNxVUFHTzUzVSIsICJOajJNcTZKN1RCeVBLbEp\
        SajcyREd0dHZKaDZBZ1Z5MGc1Q2RKaVh0WjVJIl19XQ~WyJMQjd4ZjVFd2tGRC04Nmhfc1pYbWRRIiwgIk5MIl0~WyJwX0tqTmxsaXktZ0hPak16emQ3YXlB\
        IiwgIkJFIl0~WyJpZWRIZU55djM4LXhyTUxOeFhYaVN3IiwgImNpdHkiLCAiSWVwZXIiXQ~WyJ2cXdQbU5vNmZ6eW16MUtqakF3YTB3IiwgeyJfc2QiOiBbI\
        kVIMDZheU8tai1hWm02ZFhCakdTN3hrRTRyMmNnZUNjS1B6eFUwMW80c2MiLCAiUUxEUXV2T3NhbUpsWDNvOWRhNVNENXUxUUhhTXBhNXptakRZV2JNX09LY\
        yIsICJoZHdtbnhJcnNzYlFNNGlrSVJzMTBPYWdXVjkzSWtydzJJTEdFU3BEeDQwIiwgImxCZGxHbVN4QW1ubE1XQ1I0ZFI4U2ZwUDc3T25WcVg4Zmotc0xZX\
        2w1a28iLCAibWh1Q0dsVWl2QmJCTWYyeDdRYWRKLUhCVUZrTnRoVVMtWTlCeDljZlZnTSIsICJydi1PbGNxUXh5VHRpc09NSGVXTmNKdC1tQjMtcWZoR1lsV\
        llmTXZtYlQ0Il0sICJ5ZWFyIjogMTk4MH1d~WyJZLURNeUtEMVRLOEw1dm9rNnhybWpRIiwgInBsYWNlcyIsIFt7Ii4uLiI6ICJENk9mcjhDQ2JHVUpkeGlp\
        ZVpqajV2VXdsZE5BRjFkTVRXRHBiUkR6a3VrIn0sICJHZW50Il1d~
        """

    /// The presentation: address.country, the second nationality, places with its city.
    static let presented = """
        eyJhbGciOiAiRVMyNTYiLCAidHlwIjogImRjK3NkLWp3dCIsICJraWQiOiAiaXNzdWVyLTEifQ.eyJfc2QiOiBbIjhKRHdtYWFOQ2JhbnRYQnpTNVk5TldkV\
        0NXdzVrRnM5OGlRY09Jck5ZYmsiLCAiT2lVeVVQWmtOc1k3aXlkSGlnNVdmMWQ5NU1IV042ZXZIR24tRmhKU0c4NCIsICJQTFBjY05hNDRhRkdVU0Nja1VRc\
        jZCd2VmVG82aXNtVEJETFRiY0JMdnlFIiwgIlhsaVBqbnRGOFBzaWUtT01CVnZ1NlFZVHVzRUpXYkdQWXozZUNBR3BTRm8iLCAib192WXhBMlU3aEhqa2xqb\
        zk5SFVnZTZFekVTV3VYN1JJYlRodG10N0M3RSIsICJ4dEpKVzFabTRRRjA5a0U1UjRQbGQ0cGYxMlVHRW44STZLQXlCek50RFBrIiwgInpKYWpUbDVzYmhfV\
        jE1eDh1LUxSQUQxZS11VmhsUUgyUHNGblhnc01lNUEiXSwgImlzcyI6ICJodHRwczovL2lzc3Vlci5leGFtcGxlIiwgInZjdCI6ICJ1cm46ZXVkaTpwaWQ6M\
        SIsICJpYXQiOiAxNzkwMDAwMDAwLCAiZXhwIjogMTkwMDAwMDAwMCwgIm5hdGlvbmFsaXRpZXMiOiBbeyIuLi4iOiAic1hvcnpndkd5ZnBueUFmUWs3RUxjU\
        zQzZHc3VWl5YV9ENU5ra0R5aERMYyJ9LCB7Ii4uLiI6ICJiUndONW1zRmpnMDVycF9rLXNPcU9PVlZtSndlUl9fckp0MkQ3SXRFdzQ0In1dLCAiX3NkX2FsZ\
        yI6ICJzaGEtMjU2IiwgImNuZiI6IHsiandrIjogeyJrdHkiOiAiRUMiLCAiY3J2IjogIlAtMjU2IiwgIngiOiAibndLdHp3UWF5TUtNYy1CWUs0RjJDSGtoT\
        HZna2ZwQkdmOXdPVFphakdLSSIsICJ5IjogIjk4ck02V2pLUjZ6dGMxUW0tY3otNjdhbW9jbnFIQ3lsdEdHUEtkcVc5NXcifX19.kI3IuH48qQ3qrhQeuyyD\
        8v8qxko5C_Ea2bWVeJY_h0Hp5w6eJpxgookXJ6g85Ak2e_c-KoaI_-rTPds9C5_FbA~WyJZLURNeUtEMVRLOEw1dm9rNnhybWpRIiwgInBsYWNlcyIsIFt7I\
        i4uLiI6ICJENk9mcjhDQ2JHVUpkeGlpZVpqajV2VXdsZE5BRjFkTVRXRHBiUkR6a3VrIn0sICJHZW50Il1d~WyJ2cXdQbU5vNmZ6eW16MUtqakF3YTB3Iiwg\
        eyJfc2QiOiBbIkVIMDZheU8tai1hWm02ZFhCakdTN3hrRTRyMmNnZUNjS1B6eFUwMW80c2MiLCAiUUxEUXV2T3NhbUpsWDNvOWRhNVNENXUxUUhhTXBhNXpt\
        akRZV2JNX09LYyIsICJoZHdtbnhJcnNzYlFNNGlrSVJzMTBPYWdXVjkzSWtydzJJTEdFU3BEeDQwIiwgImxCZGxHbVN4QW1ubE1XQ1I0ZFI4U2ZwUDc3T25W\
        cVg4Zmotc0xZX2w1a28iLCAibWh1Q0dsVWl2QmJCTWYyeDdRYWRKLUhCVUZrTnRoVVMtWTlCeDljZlZnTSIsICJydi1PbGNxUXh5VHRpc09NSGVXTmNKdC1t\
        QjMtcWZoR1lsVllmTXZtYlQ0Il0sICJ5ZWFyIjogMTk4MH1d~WyJpZWRIZU55djM4LXhyTUxOeFhYaVN3IiwgImNpdHkiLCAiSWVwZXIiXQ~WyJUc1ZqamJW\
        SWZjSEYtR1hlSXRtd3Z3IiwgImFkZHJlc3MiLCB7Il9zZCI6IFsiLTMwNmlHWFdJSHZlaHhaWVFFOEc0Y0gwaG9sY1FrTDkwR0VjTFZXcUNGSSIsICI1alNF\
        eHNMVEdlMmFCY05PLWF6dFVkeV9aLXlITk1VZ1JYSV8xODg4WjhrIiwgIkVVQm5nN29TNHFFR1Y2RDJKbTAtZ2JyM3Rsekg1T1VPdVJoSkdheW9ISzgiLCAi\
        SjBhUm5JRlQ3S0NfOUVaREo5RjFmUlhXWFpwdVFPbm84SkNxVUFHTzUzVSIsICJOajJNcTZKN1RCeVBLbEpSajcyREd0dHZKaDZBZ1Z5MGc1Q2RKaVh0WjVJ\
        Il19XQ~WyJvNnRRdE45YkNZaWNVNy1TN3VpaVB3IiwgImNvdW50cnkiLCAiTkwiXQ~WyJwX0tqTmxsaXktZ0hPak16emQ3YXlBIiwgIkJFIl0~eyJhbGciOi\
        AiRVMyNTYiLCAidHlwIjogImtiK2p3dCJ9.eyJub25jZSI6ICJuLTBTNl9XekEyTWoiLCAiYXVkIjogImh0dHBzOi8vdmVyaWZpZXIuZXhhbXBsZSIsICJpY\
        XQiOiAxNzk1MjYyNzE5LCAic2RfaGFzaCI6ICJNN2NfWThfQkFhNFpmLXVpdzZyOEQ3VE93T1FuZ1BZZlFLS1hrb2FCLWFZIn0.m1DA-Zr7OCdNb3vv6ByC0\
        yrXW37IVjTk8WWtgvIEI1JVMiF0fJca_V-qCsWoEGXSXZvVo6uvrqgIZ7dItul9mw
        """
}
