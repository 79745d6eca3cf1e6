// SPDX-License-Identifier: EUPL-1.2

#if canImport(UIKit)

import Foundation
import UIKit
import WalletPlatformTesting

/// Shows the suite's instructions as text with two buttons: the step is done, or it is not possible.
@MainActor final class ScreenGuide: UIViewController, ActGuide {
    private let text = UILabel()
    private let done = UIButton(type: .system)
    private let impossible = UIButton(type: .system)
    /// Resumes the step that waits for the person.
    private var answer: CheckedContinuation<Bool, Never>?

    override func viewDidLoad() {
        super.viewDidLoad()
        text.numberOfLines = 0
        done.setTitle("Done", for: .normal)
        impossible.setTitle("Not possible", for: .normal)
        done.addAction(UIAction { [weak self] _ in self?.end(true) }, for: .primaryActionTriggered)
        impossible.addAction(UIAction { [weak self] _ in self?.end(false) }, for: .primaryActionTriggered)
        let stack = UIStackView(arrangedSubviews: [text, done, impossible])
        stack.axis = .vertical
        stack.frame = view.bounds.insetBy(dx: 24, dy: 96)
        view.addSubview(stack)
        showButtons(false)
    }

    /// Shows a line to the person, such as the end of a phase.
    func say(_ line: String) { text.text = line }

    @MainActor func show(_ steps: [Instruction]) {
        text.text = steps.enumerated().map { "\($0 + 1). \($1.text)" }.joined(separator: "\n")
    }

    @MainActor func confirm(_ step: Instruction) async -> Bool {
        let earlier = step.act == nil ? (text.text ?? "") + "\n\n" : ""
        text.text = earlier + step.text
        showButtons(true)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { continuation.resume(returning: false) } else { answer = continuation }
            }
        } onCancel: {
            DispatchQueue.main.async { MainActor.assumeIsolated { self.end(false) } }
        }
    }

    private func end(_ isDone: Bool) {
        showButtons(false)
        answer.take()?.resume(returning: isDone)
    }

    private func showButtons(_ areShown: Bool) {
        done.isHidden = !areShown
        impossible.isHidden = !areShown
    }
}

#endif
