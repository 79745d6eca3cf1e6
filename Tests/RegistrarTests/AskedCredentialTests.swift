// SPDX-License-Identifier: EUPL-1.2

import JSON
import Registrar
import Testing

/// What may be asked, as a text of the command line.
struct AskedCredentialTests {
    @Test func `names, array entries and whole types are written as the standard says`() throws {
        #expect(
            try AskedCredential.sdJWT("urn:eudi:pid:1=family_name,age_equal_or_over/18,nationalities/*") == [
                "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:1"]],
                "claim": [["path": ["family_name"]], ["path": ["age_equal_or_over", "18"]], ["path": ["nationalities", nil]]],
            ])
        #expect(try AskedCredential.sdJWT("urn:eudi:pid:1") == ["format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:1"]]])
        #expect(
            try AskedCredential.mdoc("org.iso.18013.5.1.mDL=org.iso.18013.5.1/age_over_18") == [
                "format": "mso_mdoc", "meta": ["doctype_value": "org.iso.18013.5.1.mDL"],
                "claim": [["path": ["org.iso.18013.5.1", "age_over_18"]]],
            ])
    }

    @Test(arguments: ["", "=a", "t=", "t=a,", "t=a//b", "t=*", "t=*/a", "t=a,a"])
    func `an incomplete text is refused`(_ text: String) {
        #expect(throws: UnacceptableMember.self) { try AskedCredential.sdJWT(text) }
    }

    @Test(arguments: ["t=age", "t=n/a/b", "t=n/*"])
    func `an mdoc's claim is a namespace and an element`(_ text: String) {
        #expect(throws: UnacceptableMember.self) { try AskedCredential.mdoc(text) }
    }
}
