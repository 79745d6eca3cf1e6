// SPDX-License-Identifier: EUPL-1.2

import Foundation

extension DesignWalk {
    /// Follows one series of rows, row by row.
    struct Walker {
        let design: DesignWalk
        private var last: DesignRow?
        /// The steps that run a partial flow which has not ended, innermost last.
        private var callers: [DesignRow] = []
        /// Branches after which an added flow runs, and whose own arrow is still due.
        private var due: [DesignRow] = []
        private var seen: Set<String> = []
        /// The step on the glass.
        private var shown: DesignRow?

        init(design: DesignWalk) { self.design = design }

        /// Takes the next row.
        ///
        /// - Returns: the fault; nil for a correct row.
        mutating func fault(at taken: Taken) -> String? {
            guard let row = design.row(taken.name) else { return "\(taken.name) is in no table" }
            defer { take(row, taken.origin) }
            if let wrong = wrongOrigin(of: row, taken.origin) { return wrong }
            guard let last, !follows(last, row), !isAlsoAllowed(last, row) else { return nil }
            return "\(row.name) comes after \(last.name), which leads to '\(last.next)'"
        }

        private mutating func take(_ row: DesignRow, _ origin: Origin) {
            if row.kind == "step" { seen.insert(row.name) }
            if origin == .shown { shown = row }
            if row.runs != nil { callers.append(row) }
            if let last, row.isAdded, last.kind != "step" { due.append(last) }
            if row.kind == "result", let index = callers.lastIndex(where: { $0.design == row.design && $0.number == row.step }) {
                callers.removeSubrange(index...)
            }
            last = row
        }

        /// The screen of a step is shown, a control is pressed on the screen of its step, and everything else is decided.
        private func wrongOrigin(of row: DesignRow, _ origin: Origin) -> String? {
            switch (origin, row.kind) {
            case (.shown, "step"): return nil
            case (.shown, _): return "\(row.name) is a \(row.kind) and was shown as a screen"
            case (.pressed, "action"):
                guard let shown, row.design == shown.design && row.step == shown.number || row.isPlaced(on: shown.name) else {
                    return "\(row.name) was pressed on the screen of \(shown?.name ?? "no step")"
                }
                return nil
            case (.pressed, _): return "\(row.name) is a \(row.kind) and was pressed"
            // A prompt of the system, of which the app only gets the result.
            case (.decided, "action") where isOfSystemPrompt(row): return nil
            case (.decided, _) where row.isScreen: return "\(row.name) is a screen, and was not shown"
            case (.decided, "action"): return "\(row.name) is the user's choice, and its control was not pressed"
            case (.decided, _): return nil
            }
        }

        private func isOfSystemPrompt(_ row: DesignRow) -> Bool {
            guard let last, let step = row.step, !last.isScreen, shown != last else { return false }
            return last.name == "\(row.design)/\(step)"
        }

        private func isAlsoAllowed(_ last: DesignRow, _ row: DesignRow) -> Bool {
            [last.name, "any"].contains { design.besides[$0]?.contains(row.name) ?? false }
        }

        // MARK: Arrows

        private func follows(_ last: DesignRow, _ row: DesignRow) -> Bool {
            // Any step can fail and lead to an error screen.
            if row.design == "error", row.kind == "step" { return !last.next.hasPrefix("error ") || leads(last, to: row) }
            if row.places.contains(last.name) || last.kind == "step" && row.isPlaced(on: last.name) { return true }
            let places = row.isAdded ? row.places.compactMap(design.row).filter { $0.kind == "step" } : []
            if places.contains(where: { follows(last, $0) }) { return true }
            if last.kind != "step" { return leads(last, to: row) }
            if row.design == last.design && row.step == last.number || last.places.contains(row.name) { return true }
            if let flow = last.runs, row.design == flow, row.kind == "step" { return true }
            return !last.next.isEmpty && leads(last, to: row)
        }

        private func leads(_ last: DesignRow, to row: DesignRow) -> Bool {
            let next = last.next
            let words = next.split(separator: " ").map(String.init)
            switch words.first {
            case nil: return design.stepAfter(last) == row
            case "go":
                // A flow resumes at its state, so any of its steps can be its first. The next row after a partial flow is defined by its caller.
                return row.kind == "step" && row.design == words.last || isResult(row, of: last.design, letter: "c")
            case "result": return isResult(row, of: last.design, named: words.dropFirst().joined(separator: " "))
            case "error": return row.name == "error/" + words.dropFirst().joined()
            case "help": return row.name == "help/1"
            case "stay:":
                return row.kind == "step" && (row.design == last.design && row.number == last.step || last.isPlaced(on: row.name))
            case "back", "end", "resume": return returns(last, to: row)
            case "the": return row.kind == "step" && row.design != last.design
            default:
                return next.components(separatedBy: " or ").contains { target in
                    target.contains("/") ? row.name == target : design.isStep(row, target, of: last.design)
                }
            }
        }

        /// Returns true for the row before, or the row due after an added flow.
        private func returns(_ last: DesignRow, to row: DesignRow) -> Bool {
            if row.kind == "step", last.next != "back" || seen.contains(row.name) { return true }
            if let due = due.last, due.name != last.name, leads(due, to: row) { return true }
            guard last.number == "not-built.back" || !last.design.hasPrefix("UC") else { return false }
            return callers.contains { row.kind == "result" && row.design == $0.design && row.step == $0.number }
        }

        /// Returns true if a row is the branch of the innermost running step for that flow's result.
        private func isResult(_ row: DesignRow, of flow: String, named name: String) -> Bool {
            switch name {
            case "Back": isResult(row, of: flow, letter: nil) && (row.kind == "step" || row.words.contains("Back"))
            case "Cancel": isResult(row, of: flow, letter: nil)
            case "Retry", "Wallet rejects universal link": isResult(row, of: flow, letter: "b")
            case "Stop": isResult(row, of: flow, letter: "c")
            default: isResult(row, of: flow, letter: "a")
            }
        }

        private func isResult(_ row: DesignRow, of flow: String, letter: Character?) -> Bool {
            guard let caller = callers.last(where: { $0.runs == flow }) else { return row.kind == "step" }
            return row.kind == "result" && row.design == caller.design && row.step == caller.number
                && (letter == nil || row.number.last == letter)
        }
    }
}
