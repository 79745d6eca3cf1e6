// SPDX-License-Identifier: EUPL-1.2

import Configuration
import Foundation
import JOSE
import ProviderState

/// Reads settings from a configuration file and the environment, as arguments for options that are not on the command line.
///
/// Precedence: command line, environment, file, default. A list is replaced as a whole. An unknown key is an error in both sources, so that a
/// misspelled key does not silently leave a default in force. Errors contain no values.
struct SettingSources {
    private let environment: [String: String]
    private let file: String?

    /// - Parameters:
    ///   - environment: the process's environment variables.
    ///   - file: the path of a JSON file, one object with the settings by name; nil for none.
    init(environment: [String: String], file: String?) {
        self.environment = environment
        self.file = file
    }

    /// Arguments for every setting found in a source.
    ///
    /// - Parameters:
    ///   - settings: the settings of the command.
    ///   - given: names of settings on the command line.
    /// - Throws: `StartError` for an unknown key, a value of a wrong type, or a file that cannot be read.
    func arguments(for settings: [Setting], without given: Set<String>) async throws -> [String] {
        try refuseUnknownVariables()
        let environment = environment.filter { $0.key.hasPrefix(Setting.variablePrefix) }
            .map { (String($0.key.dropFirst(Setting.variablePrefix.count)), $0.value) }
        let variables = EnvironmentVariablesProvider(environmentVariables: Dictionary(environment) { first, _ in first })
        var readers: [(ConfigReader, (Setting) -> String)] = [(ConfigReader(provider: variables), { $0.variable })]
        if let file {
            try refuseUnknownKeys(in: file)
            do {
                let place = ConfigReader(provider: InMemoryProvider(values: ["filePath": ConfigValue(.string(file), isSecret: false)]))
                let provider = try await FileProvider<JSONSnapshot>(config: place)
                readers.append((ConfigReader(provider: provider), { "\($0.name) in \(file)" }))
            } catch {
                throw StartError("\(file) cannot be read as a configuration: values are texts, numbers, true, false, or lists of these")
            }
        }
        var arguments: [String] = []
        for setting in settings where !given.contains(setting.name) {
            for (reader, place) in readers {
                do {
                    guard let found = try await setting.arguments(in: reader) else { continue }
                    arguments += found
                    break
                } catch {
                    throw StartError("\(place(setting)) is not \(setting.kind.words)")
                }
            }
        }
        return arguments
    }

    private func refuseUnknownVariables() throws(StartError) {
        let known = Settings.all.map(\.variable) + [Setting.variablePrefix + Setting.fileOption.uppercased()]
        for name in environment.keys.sorted() where name.hasPrefix(Setting.variablePrefix) && !known.contains(name) {
            throw Self.unknown(name, "the environment", known)
        }
    }

    private func refuseUnknownKeys(in file: String) throws(StartError) {
        let known = Settings.all.map(\.name)
        let text = try InputFile(path: file).bytes()
        if let found = JSONLines.firstError(in: text) {
            guard found.error.code != .duplicateMember else { throw StartError("\(file) has a key twice: \(found.place)") }
            throw StartError("\(file) is no JSON object in UTF-8: \(found.place): \(found.error.reason)")
        }
        guard let object = try? JSONObject(parsing: text) else { throw StartError("\(file) is no JSON object in UTF-8") }
        let lines = JSONLines(text)
        for (name, value) in object.members {
            let line = "line \(lines.place(of: name).line)"
            guard let setting = Settings.named(name) else { throw Self.unknown(name, "\(file), \(line),", known) }
            // The configuration library would read an object as settings with other names, and null as an absent setting.
            guard setting.kind.fits(value) else {
                throw StartError("\(name) in \(file), \(line), is not \(setting.kind.words)")
            }
        }
    }

    private static func unknown(_ name: String, _ place: String, _ known: [String]) -> StartError {
        // An unknown name may be long or contain line breaks.
        let shown = String(name.prefix(64).map { $0.isASCII && !$0.isNewline && $0.asciiValue ?? 0 > 0x1F ? $0 : "?" })
        let nearest = NearestName.name(for: name, among: known).map { "; did you mean \($0)?" } ?? ""
        return StartError("\(place) has the unknown key \(shown)\(nearest)")
    }
}

extension Setting {
    /// The option with its value from a source; nil if the source has none.
    fileprivate func arguments(in reader: ConfigReader) async throws -> [String]? {
        let key = ConfigKey([name])
        return switch kind {
        case .text: try await reader.fetchString(forKey: key).map { ["--\(name)=\($0)"] }
        case .number: try await reader.fetchInt(forKey: key).map { ["--\(name)=\($0)"] }
        case .flag: try await reader.fetchBool(forKey: key).map { $0 ? ["--\(name)"] : [] }
        case .texts: try await reader.fetchStringArray(forKey: key).map { $0.map { "--\(name)=\($0)" } }
        case .numbers: try await reader.fetchIntArray(forKey: key).map { ["--\(name)"] + $0.map(String.init) }
        }
    }
}

extension Setting.Kind {
    /// True if a value from a file is of this kind.
    fileprivate func fits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.text, .string), (.number, .integer), (.flag, .bool): true
        case (.texts, .array(let values)): values.allSatisfy { if case .string = $0 { true } else { false } }
        case (.numbers, .array(let values)): values.allSatisfy { if case .integer = $0 { true } else { false } }
        default: false
        }
    }

    /// The description of this kind in error messages.
    fileprivate var words: String {
        switch self {
        case .text: "a text"
        case .number: "a whole number"
        case .flag: "true or false"
        case .texts: "a list of texts"
        case .numbers: "a list of whole numbers"
        }
    }
}
