import CGStreamer
import Foundation
import Geometry

/// What a peer sends as sound, and where the sound goes that comes. Any thread.
final class PeerSoundDesk: @unchecked Sendable {
    private struct State {
        var isMicrophoneOn = true
        var isPlaying = true
        /// From 0 to 1.
        var volume = 1.0
        /// Where the tone is.
        var sample = 0
    }
    private let kind: PeerSound
    private let state = Lock(State())
    private let ring: SoundRing
    private let devices: SoundDevices?
    private let mixer: SoundMixer?
    private let call: CallSound?

    init(_ kind: PeerSound, mixer: SoundMixer? = nil, call: CallSound? = nil) {
        self.kind = kind
        self.mixer = mixer
        self.call = call
        switch kind {
        case .silence, .tone:
            ring = SoundRing(delay: 0)
            devices = nil
        case .echo(let delay):
            ring = SoundRing(delay: Int(48_000 * max(0, min(delay, 5))))
            devices = nil
        case .devices(let server):
            let ring = SoundRing(delay: 960)
            self.ring = ring
            devices = SoundDevices(server: server, choice: call) { ring.write($0) }
        case .speaker(let server):
            ring = SoundRing(delay: 0)
            devices = SoundDevices(server: server, choice: call, hasMicrophone: false) { _ in }
        case .mixed(let mixer):
            ring = mixer.add()
            devices = nil
        }
    }

    /// Opens the devices, if there are any to open. `warn` is told in words what is missing, on any thread.
    func start(_ warn: @escaping @Sendable (String) -> Void) { devices?.start(warn) }

    /// Sends sound, or silence.
    func setMicrophone(_ isOn: Bool) { state.withLock { $0.isMicrophoneOn = isOn } }

    /// Lets what comes be heard, or not.
    func setPlaying(_ isPlaying: Bool) { state.withLock { $0.isPlaying = isPlaying } }

    /// How loud what comes is played, from 0 to 1.
    func setVolume(_ volume: Double) { state.withLock { $0.volume = min(1, max(0, volume)) } }

    /// Takes what came.
    func hear(_ samples: UnsafeBufferPointer<Int16>) {
        switch kind {
        case .silence, .tone: break
        case .echo: ring.write(samples)
        case .devices, .speaker: play(samples)
        case .mixed: if state.withLock({ $0.isPlaying }) { ring.write(samples) }
        }
    }

    private func play(_ samples: UnsafeBufferPointer<Int16>) {
        let (isPlaying, own) = state.withLock { ($0.isPlaying, $0.volume) }
        let volume = own * (call?.volume ?? 1)
        guard isPlaying, volume > 0 else { call?.note(Self.quietest, of: .speaker); return }
        guard volume < 1 else { return playAsIs(samples) }
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: samples.count) { part in
            for index in samples.indices { part[index] = Int16(Double(samples[index]) * volume) }
            playAsIs(UnsafeBufferPointer(part))
        }
    }

    private func playAsIs(_ samples: UnsafeBufferPointer<Int16>) {
        call?.note(Self.loudness(of: samples), of: .speaker)
        devices?.play(samples)
    }

    /// Closes the devices.
    func stop() {
        devices?.stop()
        if case .mixed(let mixer) = kind { mixer.remove(ring) }
    }

    /// Replaces the silence that an element makes by what is to be sent.
    func write(over element: UnsafeMutablePointer<GstElement>) {
        guard let pad = gst_element_get_static_pad(element, "src") else { return }
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let buffer = shim_probe_buffer(info), let desk = WeakBox<PeerSoundDesk>.object(data) else {
                    return GST_PAD_PROBE_OK
                }
                // Nobody else has it yet: it may be written to.
                shim_is_no_gap(buffer)
                var loudness = PeerSoundDesk.quietest
                withSamples(of: buffer, GST_MAP_WRITE) { samples in
                    desk.fill(samples)
                    loudness = PeerSoundDesk.loudness(of: UnsafeBufferPointer(samples))
                    if desk.devices != nil { desk.call?.note(loudness, of: .microphone) }
                }
                // Goes along through the encoder, to where packets are made.
                gst_buffer_add_audio_level_meta(buffer, loudness, loudness < PeerSoundDesk.voice ? 1 : 0)
                return GST_PAD_PROBE_OK
            }, WeakBox(self).retained(), releaseBox)
        gst_object_unref(pad)
    }

    /// Silence, and the loudness from which somebody may be speaking, in decibels below the loudest sound there can be.
    static let quietest: UInt8 = 127
    static let voice: UInt8 = 50

    /// As RFC 6464 counts it: decibels below the loudest sound there can be, from 0 to 127.
    static func loudness(of samples: UnsafeBufferPointer<Int16>) -> UInt8 {
        guard !samples.isEmpty else { return quietest }
        let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        let level = 10 * log10(sum / Double(samples.count) / (32_768 * 32_768))
        return level.isFinite ? UInt8(min(127, max(0, -level.rounded()))) : quietest
    }

    private func fill(_ samples: UnsafeMutableBufferPointer<Int16>) {
        let isOn = state.withLock { $0.isMicrophoneOn }
        // Whoever sends sound keeps the time for what others send.
        if let mixer, devices != nil {
            mixer.mix(into: samples)
            play(UnsafeBufferPointer(samples))
        }
        switch kind {
        case .silence, .speaker, .mixed: samples.update(repeating: 0)
        case .tone:
            let first = state.withLock { state in
                defer { state.sample = (state.sample + samples.count) % 48_000 }
                return state.sample
            }
            for index in samples.indices {
                samples[index] = Int16(10_000 * sin(Double(first + index) * 2 * .pi * 440 / 48_000))
            }
        // What is not sent is taken all the same: later it would be late.
        case .echo, .devices: ring.read(into: samples)
        }
        if !isOn { samples.update(repeating: 0) }
    }
}
