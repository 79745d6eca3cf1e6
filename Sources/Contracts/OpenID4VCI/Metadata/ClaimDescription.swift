// SPDX-License-Identifier: EUPL-1.2

import JSON
public import SDJWT

/// A possible claim of a credential and its display names (OpenID4VCI appendix B.2).
public struct ClaimDescription: Sendable, Hashable {
    /// The claim's path (appendix C). In an mdoc the first step is the name space and the second the data element.
    public let path: ClaimPath
    /// True if every credential of the kind has the claim.
    public let isMandatory: Bool
    /// The display names in several languages.
    public let display: [Name]

    /// A display name in one language.
    public struct Name: Sendable, Hashable {
        /// The name; nil if the entry has a language only.
        public let name: String?
        /// The language (BCP 47).
        public let locale: String?

        /// A name in a language (BCP 47).
        public init(_ name: String?, locale: String?) {
            self.name = name
            self.locale = locale
        }
    }

    /// Maximum number of steps of a path.
    public static let maximumSteps = 16

    /// A claim; optional and without names by default.
    public init(path: ClaimPath, isMandatory: Bool = false, display: [Name] = []) {
        self.path = path
        self.isMandatory = isMandatory
        self.display = display
    }

    init(_ members: Members) throws(MalformedMessage) {
        guard let steps = try members.optionalArray("path", maximum: Self.maximumSteps) else { throw MalformedMessage("no member path") }
        var path: [ClaimPath.Step] = []
        for step in steps {
            switch step {
            case .string(let name) where name.utf8.count <= 256: path.append(.name(name))
            case .integer(let index) where (0...0xFFFF).contains(index): path.append(.index(Int(index)))
            case .null: path.append(.everyElement)
            default: throw MalformedMessage("path has a step that is none")
            }
        }
        self.path = ClaimPath(path)
        isMandatory = try members.bool("mandatory", default: false)
        display = try members.displays("display", locale: \.locale) { (members) throws(MalformedMessage) in
            Name(try members.optionalSentence("name"), locale: try members.optionalToken("locale", maximum: Members.maximumWordBytes))
        }
    }

    var json: JSONObject {
        let steps = path.steps.map { step -> JSONValue in
            switch step {
            case .name(let name): .string(name)
            case .index(let index): .integer(Int64(index))
            case .everyElement: .null
            }
        }
        var object: JSONObject = ["path": .array(steps)]
        if isMandatory { object.append("mandatory", true) }
        if !display.isEmpty {
            object.append(
                "display",
                .array(
                    display.map { name in
                        var entry = JSONObject()
                        entry.append("name", ifAny: name.name.map(JSONValue.string))
                        entry.append("locale", ifAny: name.locale.map(JSONValue.string))
                        return .object(entry)
                    }))
        }
        return object
    }
}
