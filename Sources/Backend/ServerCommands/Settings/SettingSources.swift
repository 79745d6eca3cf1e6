// SPDX-License-Identifier: EUPL-1.2

import Configuration
import Foundation
import JSON
import ServerState

/// Turns the values of a configuration file and the environment into arguments for the options that the command line leaves open.
///
/// A list is replaced as a whole. An unknown key is an error in both places, so that a typing error does not leave a default in force.
/// No error repeats a value.
struct SettingSources {
    private let settings: ProgramSettings
    private let environment: [String: String]
    private let file: String?

    /// - Parameters:
    ///   - environment: the process's variables.
    ///   - file: the path of a JSON file, one object with the settings by name; nil if there is none.
    init(_ settings: ProgramSettings, environment: [String: String], file: String?) {
        self.settings = settings
        self.environment = environment
        self.file = file
    }

    /// Returns arguments for every setting that has a value in a source, and the origin of each.
    ///
    /// - Parameters:
    ///   - wanted: the settings of the command.
    ///   - given: the options that the command line decides.
    /// - Throws: `StartError` for an unknown key, a value that is empty or of the wrong type, or a file that cannot be read.
    func arguments(for wanted: [SettingKey], without given: Set<String>) async throws -> CompletedArguments {
        try refuseUnknownVariables()
        let prefix = settings.prefix
        let environment = environment.filter { $0.key.hasPrefix(prefix) }.map { (String($0.key.dropFirst(prefix.count)), $0.value) }
        let variables = EnvironmentVariablesProvider(environmentVariables: Dictionary(environment) { first, _ in first })
        var readers: [(ConfigReader, place: (String) -> String)] = [(ConfigReader(provider: variables), settings.variable(of:))]
        if let file {
            let values = try knownValues(in: file).compactMap { name, value in
                value.content.map { (AbsoluteConfigKey([name]), ConfigValue($0, isSecret: false)) }
            }
            let provider = InMemoryProvider(values: Dictionary(values) { first, _ in first })
            readers.append((ConfigReader(provider: provider), { "\($0) in \(file)" }))
        }
        var completed = CompletedArguments()
        for setting in wanted where !given.contains(setting.option) {
            for (reader, place) in readers {
                let found: [String]?
                do {
                    found = try await setting.arguments(in: reader)
                } catch {
                    throw StartError("\(place(setting.name)) is not \(setting.kind.words)")
                }
                guard let options = found else { continue }
                guard !options.contains("--\(setting.option)=") else {
                    throw StartError("\(place(setting.name)) is empty: give a value, or leave it out")
                }
                completed.arguments += options
                completed.places[setting.option] = place(setting.name)
                break
            }
        }
        return completed
    }

    private func refuseUnknownVariables() throws {
        let known = (settings.keys.map(\.name) + ["config"]).map(settings.variable(of:))
        for name in environment.keys.sorted() where name.hasPrefix(settings.prefix) && !known.contains(name) {
            throw Self.unknown(name, "the environment", known)
        }
    }

    /// Reads the file and refuses unknown names and values of the wrong type.
    private func knownValues(in file: String) throws -> [(name: String, value: JSONValue)] {
        let known = settings.keys.map(\.name)
        let text = try SettingsFile(path: file).json
        if let found = JSONLines.firstError(in: text) {
            guard found.error.code != .duplicateMember else { throw StartError("\(file) has a key twice: \(found.place)") }
            throw StartError("\(file) is no JSON object in UTF-8: \(found.place): \(found.error.reason)")
        }
        guard let object = try? JSONObject(parsing: text) else { throw StartError("\(file) is no JSON object in UTF-8") }
        let lines = JSONLines(text)
        for (name, value) in object.members {
            let line = "line \(lines.place(of: name).line)"
            guard let setting = settings.keys.first(where: { $0.name == name }) else {
                throw Self.unknown(name, "\(file), \(line),", known)
            }
            // The configuration library would read an object as settings of other names, and null as none.
            guard setting.kind.fits(value) else {
                throw StartError("\(name) in \(file), \(line), is not \(setting.kind.words)")
            }
        }
        return object.members.map { ($0.name, $0.value) }
    }

    private static func unknown(_ name: String, _ place: String, _ known: [String]) -> StartError {
        // An unknown name may be long, or contain a line end.
        let shown = String(name.prefix(64).map { $0.isASCII && !$0.isNewline && $0.asciiValue ?? 0 > 0x1F ? $0 : "?" })
        let nearest = NearestName.name(for: name, among: known).map { "; did you mean \($0)?" } ?? ""
        return StartError("\(place) has the unknown key \(shown)\(nearest)")
    }
}

extension JSONValue {
    /// The value for the configuration library; nil for a value of no setting.
    fileprivate var content: ConfigContent? {
        switch self {
        case .string(let text): .string(text)
        case .integer(let number): .int(Int(number))
        case .bool(let flag): .bool(flag)
        case .array(let values):
            if case .integer = values.first {
                .intArray(values.compactMap { if case .integer(let number) = $0 { Int(number) } else { nil } })
            } else {
                .stringArray(values.compactMap { if case .string(let text) = $0 { text } else { nil } })
            }
        case .null, .decimal, .object: nil
        }
    }
}

extension SettingKey {
    /// Returns the option with its value in a source; nil when the source has none.
    fileprivate func arguments(in reader: ConfigReader) async throws -> [String]? {
        let key = ConfigKey([name])
        return switch kind {
        case .text: try await reader.fetchString(forKey: key).map { ["--\(option)=\($0)"] }
        case .number: try await reader.fetchInt(forKey: key).map { ["--\(option)=\($0)"] }
        case .flag: try await reader.fetchBool(forKey: key).map { $0 ? ["--\(option)"] : [] }
        case .texts: try await reader.fetchStringArray(forKey: key).map { $0.map { "--\(option)=\($0)" } }
        case .numbers: try await reader.fetchIntArray(forKey: key).map { ["--\(option)"] + $0.map(String.init) }
        }
    }
}
