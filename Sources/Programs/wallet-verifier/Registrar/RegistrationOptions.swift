// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import JSON
import Registrar
import ServerCommands

/// The members of a registration on the command line.
struct RegistrationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The members as a JSON object.", valueName: "json"))
    var file: String?

    @Option(help: ArgumentHelp("The intended use in a language, such as en=Check your age; may be repeated.", valueName: "lang=text"))
    var purpose: [String] = []

    @Option(help: ArgumentHelp("The address of the privacy statement (https).", valueName: "url"))
    var privacyPolicy: String?

    @Option(
        name: .customLong("sd-jwt"),
        help: ArgumentHelp(
            "What may be asked of SD-JWTs of a type, such as urn:eudi:pid:1=family_name,address/locality; without claims everything. May be repeated.",
            valueName: "type=claim,…"))
    var sdJWTs: [String] = []

    @Option(
        name: .customLong("mdoc"),
        help: ArgumentHelp("What may be asked of mdocs of a type; may be repeated.", valueName: "type=namespace/element,…"))
    var mdocs: [String] = []

    /// The members of file and options. Without `entitlements` the party only asks.
    ///
    /// - Throws: `UnacceptableMember` naming the option or the member; `StartError` if the file cannot be read.
    func object() throws -> JSONObject {
        var object = try members()
        var purposes: [JSONValue] = []
        for text in purpose {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw UnacceptableMember("purpose", "not LANGUAGE=TEXT") }
            purposes.append(["lang": .string(parts[0]), "value": .string(parts[1])])
        }
        var credentials: [JSONValue] = []
        for text in sdJWTs { credentials.append(try AskedCredential.sdJWT(text)) }
        for text in mdocs { credentials.append(try AskedCredential.mdoc(text)) }
        try add("purpose", purposes.isEmpty ? nil : .array(purposes), to: &object)
        try add("privacy_policy", privacyPolicy.map(JSONValue.string), to: &object)
        try add("credentials", credentials.isEmpty ? nil : .array(credentials), to: &object)
        if !object.has("entitlements") { object.append("entitlements", [.string(RegistrationDraft.serviceProvider)]) }
        return object
    }

    /// The members of the file; none without one.
    private func members() throws -> JSONObject {
        guard let file else { return [:] }
        let bytes = try InputFile(path: file).bytes()
        guard let object = try? JSONObject(parsing: bytes) else { throw UnacceptableMember("file", "not a JSON object") }
        return object
    }

    private func add(_ name: String, _ value: JSONValue?, to object: inout JSONObject) throws {
        guard let value else { return }
        guard !object.has(name) else { throw UnacceptableMember(name, "in the file and in an option") }
        object.append(name, value)
    }
}
