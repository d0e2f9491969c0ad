import CGStreamer
import Dispatch
import Geometry

/// A microphone or a speaker that a sound server lists (PulseAudio's sources and sinks; PipeWire's count).
public struct SoundDevice: Sendable, Hashable {
    /// What it is for.
    public let part: SoundPart
    /// What the server calls it for people.
    public let name: String
    /// What the server calls it, as `pactl list short` prints it.
    public let id: String
    /// It hears what a speaker plays: listed last, and meant only by its whole name.
    public let isMonitor: Bool

    /// A device.
    public init(_ part: SoundPart, name: String, id: String, isMonitor: Bool = false) {
        (self.part, self.name, self.id, self.isMonitor) = (part, name, id, isMonitor)
    }

    /// The device that a word means: the one whose name or id is the word, or alone has it in it. Case does not matter.
    public static func find(_ word: String, _ part: SoundPart, among devices: [SoundDevice]) -> SoundDevice? {
        let (wanted, devices) = (word.lowercased(), devices.filter { $0.part == part })
        guard !wanted.isEmpty else { return nil }
        if let exact = devices.first(where: { $0.id.lowercased() == wanted })
            ?? devices.first(where: { $0.name.lowercased() == wanted })
        {
            return exact
        }
        let found = devices.filter {
            !$0.isMonitor && ($0.name.lowercased().contains(wanted) || $0.id.lowercased().contains(wanted))
        }
        return found.count == 1 ? found.first : nil
    }

    /// Those that are there now; nil when no server answers within so many seconds. Waits for it: about 10 ms.
    ///
    /// - Parameter server: as in PULSE_SERVER; nil for the environment's.
    public static func all(server: String? = nil, within seconds: Double = 2) -> [SoundDevice]? {
        let box = Lock<[SoundDevice]?>(nil)
        let isReady = DispatchSemaphore(value: 0)
        list(server) { devices in
            box.withLock { $0 = devices }
            isReady.signal()
        }
        return isReady.wait(timeout: .now() + seconds) == .success ? box.withLock { $0 } : nil
    }

    /// Those that are there now; nil when no server answers. Nobody waits but who asks.
    public static func current(_ server: String? = nil) async -> [SoundDevice]? {
        await withCheckedContinuation { continuation in list(server) { continuation.resume(returning: $0) } }
    }

    /// `done` is told on a queue of its own, with nil when no server answers.
    static func list(_ server: String?, _ done: @escaping @Sendable ([SoundDevice]?) -> Void) {
        DispatchQueue(label: "porthole.media.sound-devices").async {
            GStreamer.start
            // The provider would start a server where there is none.
            done(SoundServer(server).isThere ? probe(server) : nil)
        }
    }

    private static func probe(_ server: String?) -> [SoundDevice]? {
        guard let provider = gst_device_provider_factory_get_by_name("pulsedeviceprovider") else { return nil }
        defer { gst_object_unref(provider) }
        shim_set_string(provider, "client-name", "Porthole")
        if let server { shim_set_string(provider, "server", server) }
        var devices: [SoundDevice] = []
        let list = gst_device_provider_get_devices(provider)
        var item = list
        while let node = item {
            if let device = node.pointee.data?.assumingMemoryBound(to: GstDevice.self) {
                if let read = SoundDevice(device) { devices.append(read) }
                gst_object_unref(device)
            }
            item = node.pointee.next
        }
        g_list_free(list)
        // Each was put before those that the server had told first.
        devices.reverse()
        return devices.filter { !$0.isMonitor } + devices.filter(\.isMonitor)
    }

    private init?(_ device: UnsafeMutablePointer<GstDevice>) {
        func text(_ pointer: UnsafeMutablePointer<gchar>?) -> String {
            defer { g_free(pointer) }
            return pointer.map { String(cString: $0) } ?? ""
        }
        let kind = text(gst_device_get_device_class(device))
        guard let part: SoundPart = ["Audio/Source": .microphone, "Audio/Sink": .speaker][kind] else { return nil }
        let id = text(shim_get_string(device, "internal-name"))
        guard !id.isEmpty else { return nil }
        let facts = gst_device_get_properties(device)
        defer { if let facts { gst_structure_free(facts) } }
        let kindOfDevice = facts.flatMap { gst_structure_get_string($0, "device.class") }.map { String(cString: $0) }
        let name = text(gst_device_get_display_name(device))
        self.init(
            part, name: name.isEmpty ? id : name, id: id, isMonitor: kindOfDevice == "monitor")
    }
}
