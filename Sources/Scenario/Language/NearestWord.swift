/// The candidate that a person most likely meant by `word`. Pure.
///
/// - Returns: nil when nothing is near: more than a third of the word, and more than two letters, would have to change.
public func nearestWord(to word: String, in candidates: some Sequence<String>) -> String? {
    let wanted = word.lowercased()
    let best =
        candidates
        .map { candidate -> (word: String, distance: Int) in
            let bare = candidate.lowercased()
            let isStart = wanted.count >= 2 && bare.hasPrefix(wanted)
            return (candidate, isStart ? 0 : editDistance(wanted, bare))
        }
        .min { $0.distance < $1.distance }
    guard let best, best.distance <= max(2, wanted.count / 3), best.distance < wanted.count else { return nil }
    return best.word
}

/// How many letters have to be put in, taken out, exchanged or swapped with their neighbour to turn one word into the
/// other (optimal string alignment). Pure.
public func editDistance(_ first: some StringProtocol, _ second: some StringProtocol) -> Int {
    let a = Array(first)
    let b = Array(second)
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
        var row = [i] + [Int](repeating: 0, count: b.count)
        for j in 1...b.count {
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                row[j] = min(row[j], beforeLast[j - 2] + 1)
            }
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
