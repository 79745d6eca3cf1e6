// SPDX-License-Identifier: EUPL-1.2

/// The line numbers on which members and elements of a JSON text begin, for messages about files that people edit.
///
/// Paths have the form `services.pid_issuer.url` and `rules[0].from`. Names in them come from the text.
package struct JSONLines: Sendable {
    /// A position in a JSON text.
    package struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The line number, starting at 1.
        package let line: Int
        /// The path of the member or element; empty for the whole text.
        package let path: String

        /// Line and path, such as `line 3, at services.url`. Shows at most 64 characters of the path, and only visible ASCII.
        package var description: String {
            let shown = String(path.prefix(64).map { $0.isASCII && $0.asciiValue.map { (0x21...0x7E).contains($0) } ?? false ? $0 : "?" })
            return "line \(line)" + (shown.isEmpty ? "" : ", at \(shown)")
        }
    }

    private var lines: [String: Int] = [:]
    private var levels: [Level] = []
    private var line = 1

    /// An open object with the name read last, or an open array with the index of its element.
    private enum Level {
        case object(String?)
        case array(Int)
    }

    /// Indexes a text. If the text is not valid JSON, only the part before the error.
    package init(_ text: [UInt8]) { read(text[...]) }

    /// The place and reason of the first syntax error: the line of the last character before it that is not whitespace.
    ///
    /// - Returns: nil if the text is valid JSON.
    package static func firstError(in text: [UInt8]) -> (place: Place, error: JSONError)? {
        do throws(JSONError) {
            var parser = try JSONParser(text, limits: JSONLimits())
            do throws(JSONError) {
                _ = try parser.document()
                return nil
            } catch {
                var lines = JSONLines([])
                // A duplicate name has been read to its end, but its colon has not.
                let isName = error.code == .duplicateMember
                let end = text[..<parser.position].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
                lines.read(text[..<end] + (isName ? [UInt8(ascii: ":")] : []))
                return (Place(line: lines.line, path: lines.path), error)
            }
        } catch {
            return (Place(line: 1, path: ""), error)
        }
    }

    /// The place of a member or element or, if it is absent, of its innermost enclosing element that exists.
    package func place(of path: String) -> Place {
        var known = path
        while !known.isEmpty, lines[known] == nil {
            known = known.lastIndex { $0 == "." || $0 == "[" }.map { String(known[..<$0]) } ?? ""
        }
        return Place(line: lines[known] ?? 1, path: path)
    }

    private var path: String {
        levels.reduce(into: "") { path, level in
            switch level {
            case .object(let name?): path += (path.isEmpty ? "" : ".") + name
            case .object(nil): break
            case .array(let index): path += "[\(index)]"
            }
        }
    }

    private mutating func read(_ text: ArraySlice<UInt8>) {
        var string: (start: Int, line: Int)?
        var last: (name: String, line: Int) = ("", 1)
        var isEscaped = false
        for (index, byte) in zip(text.indices, text) {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if let open = string {
                switch byte {
                case _ where isEscaped: isEscaped = false
                case UInt8(ascii: "\\"): isEscaped = true
                case UInt8(ascii: "\""):
                    last = (String(decoding: text[open.start..<index], as: UTF8.self), open.line)
                    string = nil
                default: break
                }
                continue
            }
            guard byte > 0x20 else { continue }
            if case .array? = levels.last, ![UInt8(ascii: "]"), UInt8(ascii: ",")].contains(byte), lines[path] == nil {
                lines[path] = line
            }
            switch byte {
            case UInt8(ascii: "\""): string = (index + 1, line)
            case UInt8(ascii: "{"): levels.append(.object(nil))
            case UInt8(ascii: "["): levels.append(.array(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
            case UInt8(ascii: ":"):
                guard case .object? = levels.popLast() else { return }
                levels.append(.object(last.name))
                lines[path] = last.line
            case UInt8(ascii: ","):
                guard case .array(let element)? = levels.last else { continue }
                levels[levels.count - 1] = .array(element + 1)
            default: break
            }
        }
    }
}
