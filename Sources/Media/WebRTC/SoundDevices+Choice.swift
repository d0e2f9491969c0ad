import CGStreamer
import Dispatch
import Geometry

// The devices that the user has chosen. Everything but `shaped` on the queue.
extension SoundDevices {
    /// What is still to be heard of the old devices: all that waits for the speaker.
    private static let fade = 0.15

    /// Looks which of the chosen devices are there; `then` is told on the queue, with nil when no server answers.
    func locate(_ then: @escaping @Sendable (SoundDevices, [SoundPart: String]) -> Void) {
        round += 1
        let (words, wanted, round) = (choice?.devices ?? [:], wanted, round)
        guard !words.isEmpty else { return then(self, [:]) }
        SoundDevice.list(server) { [weak self] list in
            let there = list ?? []
            let found = wanted.reduce(into: [SoundPart: String]()) { found, part in
                found[part] = words[part].flatMap { SoundDevice.find($0, part, among: there)?.id }
            }
            guard let self else { return }
            queue.async { [weak self] in
                guard let self, self.round == round, !isStopped.withLock({ $0 }) else { return }
                then(self, found)
            }
        }
    }

    /// These are the chosen ones that are there.
    func use(_ found: [SoundPart: String]) {
        targets = found
        away = Set((choice?.devices ?? [:]).keys).intersection(wanted).subtracting(found.keys)
        // What is there is worth trying.
        missing.subtract(found.keys)
    }

    /// Others were chosen.
    func chosen() {
        guard !isStopped.withLock({ $0 }) else { return }
        // Of a name that is no longer wanted nothing has to be said.
        let words = choice?.devices ?? [:]
        toldAway = toldAway.filter { words[$0.key] == $0.value }
        locate { devices, found in devices.change(to: found) }
    }

    /// Looks for chosen devices that are not in use: they were away, or the server has moved their stream elsewhere.
    func lookForChosen() {
        let chosen = Set((choice?.devices ?? [:]).keys).intersection(wanted).subtracting(missing)
        guard chosen.contains(where: { targets[$0] == nil || used($0) != targets[$0] }) else { return }
        locate { devices, found in devices.change(to: found) }
    }

    /// Goes over to other devices, by way of silence. Where a user has moved the stream of one that is there, it stays.
    private func change(to found: [SoundPart: String]) {
        guard found != targets else {
            use(found)
            tellAway()
            return watchForMissing()
        }
        ramps.withLock { ramps in for part in ramps.keys { ramps[part]?.isOpen = false } }
        let round = round
        queue.asyncAfter(deadline: .now() + (pipeline == nil ? 0 : Self.fade)) { [weak self] in
            guard let self, self.round == round, !isStopped.withLock({ $0 }) else { return }
            use(found)
            open()
        }
    }

    /// The device that the server lets a part use; nil when nothing does.
    private func used(_ part: SoundPart) -> String? {
        guard let pipeline, let element = gst_bin_get_by_name(shim_bin(pipeline), part.rawValue) else { return nil }
        defer { gst_object_unref(element) }
        guard let name = shim_get_string(element, "current-device") else { return nil }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// Says which chosen devices went away or came back, each once; of what does not work at all it was said.
    func tellAway() {
        for part in SoundPart.allCases where !missing.contains(part) {
            let word = choice?.devices[part]
            if away.contains(part), let word, toldAway[part] == nil {
                toldAway[part] = word
                warn?(part.sentence(word, isAway: true))
            } else if !away.contains(part), let word = toldAway.removeValue(forKey: part), word == choice?.devices[part]
            {
                warn?(part.sentence(word, isAway: false))
            }
        }
    }

    /// Hands samples on, as loud as they are to be. Any thread.
    func shaped(
        _ samples: UnsafeBufferPointer<Int16>, _ part: SoundPart, _ body: (UnsafeBufferPointer<Int16>) -> Void
    ) {
        guard ramps.withLock({ $0[part]?.isFlat == false }) else { return body(samples) }
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: samples.count) { copy in
            _ = copy.initialize(from: samples)
            ramps.withLock { $0[part]?.apply(to: copy) }
            body(UnsafeBufferPointer(copy))
        }
    }
}
