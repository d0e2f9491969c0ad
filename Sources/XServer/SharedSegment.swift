import CX11
import Glibc

/// Memory that the server maps too. Given back when it is released; the server lets go in the order of requests.
final class SharedSegment {
    private let connection: Connection
    private let isSystemV: Bool
    /// Xlib keeps its address: on the heap, never moved.
    let info: UnsafeMutablePointer<XShmSegmentInfo>
    let bytes: Int
    var base: UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(info.pointee.shmaddr).assumingMemoryBound(to: UInt8.self)
    }
    /// The number completions carry.
    var identifier: UInt { UInt(info.pointee.shmseg) }

    /// Shares `bytes` bytes by the given rung. Costs a round trip.
    init(_ connection: Connection, _ transport: ImageTransport, bytes: Int) throws(ImageError) {
        let version = connection.sharedMemoryVersion
        guard XImageByteOrder(connection.display) == LSBFirst else { throw .byteOrder }
        let memory: (address: UnsafeMutableRawPointer, segment: UInt32, id: Int32)
        switch transport {
        case .descriptor:
            guard version >= (1, 2) else { throw .notOffered(transport) }
            memory = try SharedSegment.passDescriptor(connection, bytes)
        case .systemV:
            guard version >= (1, 0) else { throw .notOffered(transport) }
            memory = try SharedSegment.attachSystemV(connection, bytes)
        case .socket: throw .notOffered(transport)
        }
        self.connection = connection
        self.bytes = bytes
        isSystemV = transport == .systemV
        info = .allocate(capacity: 1)
        info.initialize(to: XShmSegmentInfo())
        info.pointee.shmseg = ShmSeg(memory.segment)
        info.pointee.shmid = memory.id
        info.pointee.shmaddr = memory.address.assumingMemoryBound(to: CChar.self)
        info.pointee.readOnly = 0
        ResourceLedger.add(.segment, identifier)
        if isSystemV, !provesShared() { throw .foreignSegment }
    }

    deinit {
        ResourceLedger.remove(.segment, identifier)
        if !connection.isBroken {
            XShmDetach(connection.display, info)
            // The detach must not wait in our buffer for the next frame: the server would keep the memory.
            XFlush(connection.display)
        }
        if isSystemV { shmdt(info.pointee.shmaddr) } else { munmap(info.pointee.shmaddr, bytes) }
        info.deallocate()
    }

    private static func passDescriptor(
        _ connection: Connection, _ bytes: Int
    ) throws(ImageError) -> (UnsafeMutableRawPointer, UInt32, Int32) {
        let descriptor = shim_memfd_create("porthole")
        guard descriptor >= 0 else { throw .noMemory(bytes: bytes, errno: errno) }
        // Sealed: neither side can shrink it under the other and cause a bus error.
        guard ftruncate(descriptor, bytes) == 0, shim_seal_size(descriptor) == 0,
            let address = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), address != MAP_FAILED
        else {
            let code = errno
            close(descriptor)
            throw .noMemory(bytes: bytes, errno: code)
        }
        let xcb = XGetXCBConnection(connection.display)
        let segment = xcb_generate_id(xcb)
        // The descriptor is xcb's from here on: it closes it once sent.
        let cookie = xcb_shm_attach_fd_checked(xcb, segment, descriptor, 0)
        if let code = connection.refusal(of: cookie) {
            munmap(address, bytes)
            throw .refused(.descriptor, code: code)
        }
        return (address, segment, -1)
    }

    private static func attachSystemV(
        _ connection: Connection, _ bytes: Int
    ) throws(ImageError) -> (UnsafeMutableRawPointer, UInt32, Int32) {
        let id = shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0o600)
        guard id >= 0 else { throw .noMemory(bytes: bytes, errno: errno) }
        // -1 is shmat's failure.
        guard let address = shmat(id, nil, 0), Int(bitPattern: address) != -1 else {
            let code = errno
            shmctl(id, IPC_RMID, nil)
            throw .noMemory(bytes: bytes, errno: code)
        }
        let xcb = XGetXCBConnection(connection.display)
        let segment = xcb_generate_id(xcb)
        let cookie = xcb_shm_attach_checked(xcb, segment, UInt32(bitPattern: id), 0)
        let code = connection.refusal(of: cookie)
        // Both sides are attached, or never will be: from here on nothing can be left behind, even by kill -9.
        shmctl(id, IPC_RMID, nil)
        if let code {
            shmdt(address)
            throw .refused(.systemV, code: code)
        }
        return (address, segment, id)
    }

    /// Writes a number only we know, has the server copy it to a pixmap, and reads it back.
    private func provesShared() -> Bool {
        let display = connection.display
        let pixmap = XCreatePixmap(display, connection.root, 2, 1, UInt32(connection.depth))
        guard let gc = XCreateGC(display, pixmap, 0, nil) else { return false }
        defer {
            XFreeGC(display, gc)
            XFreePixmap(display, pixmap)
        }
        guard
            let image = XShmCreateImage(
                display, connection.visual, UInt32(connection.depth), ZPixmap, info.pointee.shmaddr, info, 2, 1)
        else { return false }
        defer {
            image.pointee.data = nil
            _ = image.pointee.f.destroy_image(image)
        }
        let magic = (UInt32.random(in: 0...0xffffff), UInt32.random(in: 0...0xffffff))
        base.withMemoryRebound(to: UInt32.self, capacity: 2) { ($0[0], $0[1]) = magic }
        let earlier = ErrorDesk.take(display)
        XShmPutImage(display, pixmap, gc, image, 0, 0, 0, 0, 2, 1, 0)
        let copy = XGetImage(display, pixmap, 0, 0, 2, 1, UInt.max, ZPixmap)
        defer { if let copy { _ = copy.pointee.f.destroy_image(copy) } }
        let failed = !ErrorDesk.take(display).isEmpty
        withExtendedLifetime(earlier) {}
        guard let copy, !failed else { return false }
        let read = (copy.pointee.f.get_pixel(copy, 0, 0), copy.pointee.f.get_pixel(copy, 1, 0))
        return read.0 & 0xffffff == UInt(magic.0) && read.1 & 0xffffff == UInt(magic.1)
    }
}

extension Connection {
    /// The error a checked request met, if any; a round trip. 0 when the server is gone.
    func refusal(of cookie: xcb_void_cookie_t) -> UInt8? {
        // Another path would be Xlib's error handler, which is process-wide; xcb traps by the request itself.
        let xcb = XGetXCBConnection(display)
        guard let error = xcb_request_check(xcb, cookie) else { return xcb_connection_has_error(xcb) != 0 ? 0 : nil }
        defer { free(error) }
        return error.pointee.error_code
    }
}
