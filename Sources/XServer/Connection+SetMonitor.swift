import CX11
public import Geometry

extension Connection {
    /// Makes a part of the screen a monitor of its own (RandR 1.5 RRSetMonitor). A few round trips.
    ///
    /// - Parameter takesOutputs: the outputs of the screen go to it; else it has none. Without an output of its own a
    ///   monitor is only as good as its name, and as long as nobody has the outputs the server lists one for them too.
    /// - Returns: false when the server lacks RandR 1.5.
    @discardableResult
    public func setMonitor(_ name: String, _ rect: Rect, takesOutputs: Bool) -> Bool {
        guard !isBroken, hasMonitors else { return false }
        var outputs: [RROutput] = []
        if takesOutputs, let resources = XRRGetScreenResourcesCurrent(display, root) {
            let count = Int(max(0, resources.pointee.noutput))
            if let list = resources.pointee.outputs { outputs = Array(UnsafeBufferPointer(start: list, count: count)) }
            XRRFreeScreenResources(resources)
        }
        guard let monitor = XRRAllocateMonitor(display, Int32(outputs.count)) else { return false }
        defer { XRRFreeMonitors(monitor) }
        monitor.pointee.name = XInternAtom(display, name, 0)
        monitor.pointee.primary = takesOutputs ? 1 : 0
        monitor.pointee.automatic = 0
        monitor.pointee.x = Int32(rect.x)
        monitor.pointee.y = Int32(rect.y)
        monitor.pointee.width = Int32(rect.width)
        monitor.pointee.height = Int32(rect.height)
        // Xvfb has no millimetres; 96 dots an inch is what it says of itself.
        monitor.pointee.mwidth = Int32(rect.width * 254 / 960)
        monitor.pointee.mheight = Int32(rect.height * 254 / 960)
        for (index, output) in outputs.enumerated() { monitor.pointee.outputs[index] = output }
        XRRSetMonitor(display, root, monitor)
        sync()
        return true
    }

    /// Takes such a monitor away (RandR 1.5 RRDeleteMonitor). A round trip.
    public func deleteMonitor(_ name: String) {
        guard !isBroken, hasMonitors else { return }
        XRRDeleteMonitor(display, root, XInternAtom(display, name, 0))
        sync()
    }

    /// Has an output say that a monitor is plugged in that has this EDID: for tests and scenarios, on servers whose outputs
    /// are made up. A few round trips.
    ///
    /// - Parameter bytes: what `Monitor.edid` is made of.
    /// - Returns: false when there is no such output.
    @discardableResult
    public func setEDID(_ bytes: [UInt8], of output: String) -> Bool {
        guard !isBroken, randrBase >= 0, let resources = XRRGetScreenResourcesCurrent(display, root) else {
            return false
        }
        defer { XRRFreeScreenResources(resources) }
        for index in 0..<Int(max(0, resources.pointee.noutput)) {
            guard let number = resources.pointee.outputs?[index],
                let info = XRRGetOutputInfo(display, resources, number)
            else { continue }
            defer { XRRFreeOutputInfo(info) }
            guard let name = info.pointee.name, String(cString: name) == output else { continue }
            XRRChangeOutputProperty(
                display, number, XInternAtom(display, "EDID", 0), XA_INTEGER, 8, PropModeReplace, bytes,
                Int32(bytes.count))
            sync()
            return true
        }
        return false
    }

    private var hasMonitors: Bool {
        var (major, minor) = (Int32(0), Int32(0))
        return randrBase >= 0 && XRRQueryVersion(display, &major, &minor) != 0 && (major, minor) >= (1, 5)
    }
}
