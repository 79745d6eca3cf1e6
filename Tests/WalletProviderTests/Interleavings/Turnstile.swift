// SPDX-License-Identifier: EUPL-1.2

/// The strand of the current task during an exploration; nil outside, where no task waits.
enum Strand {
    @TaskLocal static var current: Int?
}

/// Runs strands one at a time: each stops before its next statement until it is released.
///
/// The result does not depend on time. A choice is made only when every strand has stopped, so the same choices always produce the same
/// run.
actor Turnstile {
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var running: Int
    private var observer: CheckedContinuation<Void, Never>?
    /// The strands that are split in two, and those of which one half is done, by the lower number of the halves.
    private var split: Set<Int> = []
    private var halfDone: Set<Int> = []

    /// Creates a turnstile for this number of running strands.
    init(strands: Int) { running = strands }

    /// Stops a strand before a statement.
    func turn(of strand: Int) async {
        await withCheckedContinuation { continuation in
            waiting[strand] = continuation
            stopped()
        }
    }

    /// Stops one half of a strand that does two things at the same time. Both halves stop before either is released.
    func turn(of half: Int, beside other: Int) async {
        // The half that comes first announces the other.
        if split.insert(min(half, other)).inserted { running += 1 }
        await turn(of: half)
    }

    /// Notes that a half is done. The strand goes on after the second half.
    func join(_ half: Int, _ other: Int) {
        let pair = min(half, other)
        if halfDone.insert(pair).inserted { return stopped() }
        halfDone.remove(pair)
        split.remove(pair)
    }

    /// Notes that a running strand has ended.
    func end() { stopped() }

    /// Releases a strand that has stopped before a statement.
    func go(_ strand: Int) {
        running += 1
        waiting.removeValue(forKey: strand)?.resume()
    }

    /// Waits until no strand is running. Returns the stopped strands in order; empty if all have ended.
    func standing() async -> [Int] {
        if running > 0 { await withCheckedContinuation { observer = $0 } }
        return waiting.keys.sorted()
    }

    private func stopped() {
        running -= 1
        guard running == 0 else { return }
        observer?.resume()
        observer = nil
    }
}
