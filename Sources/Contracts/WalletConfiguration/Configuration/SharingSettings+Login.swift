// SPDX-License-Identifier: EUPL-1.2

import JSON

extension SharingSettings {
    /// The claims by which persons log in, one in each format: a request for exactly one of them is a login.
    ///
    /// `{"sd_jwt": {"type": "<vct>", "path": ["…"]}, "mdoc": {"type": "<docType>", "path": ["<name space>", "<element>"]}}`; both are
    /// required.
    package struct Login: Sendable, Hashable {
        /// The claim of a `dc+sd-jwt`; its type is a `vct`, its path has 1 to 16 names.
        package let sdJWT: Claim
        /// The element of an `mso_mdoc`; its type is a `docType`, its path is a name space and an element.
        package let mdoc: Claim

        /// A claim of one type of card. The type and each name of the path have 1 to 256 visible ASCII characters.
        package struct Claim: Sendable, Hashable {
            package let type: String
            /// The names from the outermost claim inwards; none selects an element of an array.
            package let path: [String]

            package init(type: String, path: [String]) {
                self.type = type
                self.path = path
            }

            /// Reads a claim with this number of names in its path.
            fileprivate static func read(_ count: ClosedRange<Int>) -> ContentsReader.Read<Claim> {
                { (value, path) throws(UnacceptableContents) in
                    var reader = try ContentsReader(value, at: path)
                    let type = reader.required("type", Reading.name(256))
                    let names = reader.required("path", Reading.list(count, Reading.name(256)))
                    var claim: Claim?
                    if let type, let names { claim = Claim(type: type, path: names) }
                    return try reader.finish(claim)
                }
            }

            fileprivate var json: JSONValue { ["type": .string(type), "path": .array(path.map { .string($0) })] }
        }

        /// Claims. Values outside these limits cannot be signed or read back.
        package init(sdJWT: Claim, mdoc: Claim) {
            self.sdJWT = sdJWT
            self.mdoc = mdoc
        }

        init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
            var reader = try ContentsReader(value, at: path)
            let sdJWT = reader.required("sd_jwt", Claim.read(1...16))
            let mdoc = reader.required("mdoc", Claim.read(2...2))
            var login: Login?
            if let sdJWT, let mdoc { login = Login(sdJWT: sdJWT, mdoc: mdoc) }
            self = try reader.finish(login)
        }

        var json: JSONValue { ["sd_jwt": sdJWT.json, "mdoc": mdoc.json] }
    }
}
