import Glibc
import PortholeKit

/// Processor time of this process and of the X server, in milliseconds.
struct CPUMeter {
    private let serverPID: Int32

    /// - Parameter connection: the server is found by the other end of its socket.
    init(_ connection: Connection) {
        var credentials = (pid: Int32(0), uid: UInt32(0), gid: UInt32(0))
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        let found = getsockopt(connection.fileDescriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0
        serverPID = found ? credentials.pid : 0
    }

    /// User and system time of this process.
    func client() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        return seconds * 1000 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000
    }

    /// Time of all the server's threads; 0 when it is on another machine.
    func server() -> Double {
        guard serverPID > 0, let folder = opendir("/proc/\(serverPID)/task") else { return 0 }
        defer { closedir(folder) }
        var total = 0.0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.first != ".", let file = fopen("/proc/\(serverPID)/task/\(name)/schedstat", "r") else {
                continue
            }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 128)
            guard fgets(&line, 127, file) != nil else { continue }
            total += Double(strtoull(line, nil, 10)) / 1e6
        }
        return total
    }
}

/// The middle value.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Resident memory of this process, in KiB.
func residentMemory() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 127, file) != nil else { return 0 }
    let fields = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
        separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
}
