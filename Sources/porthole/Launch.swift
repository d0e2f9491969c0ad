import PortholeKit

/// Runs a command that opens windows, to its end.
///
/// - Returns: how the process ends.
func launch(_ command: Command) async -> ExitCode {
    guard case .watch(let text, let options) = command else {
        Console().error("porthole", why: "this build can only watch", remedy: "Try porthole watch SOURCE")
        return .missing
    }
    let console = Console(options.output)
    let source: MediaSource
    do throws(MediaError) {
        source = try MediaSource(text)
    } catch {
        console.complain(error.description)
        return error.code == .usage ? .usage : error.needsInstallation ? .missing : .failed
    }
    let desktop: DesktopConnection
    do throws(ConnectionError) {
        desktop = try DesktopConnection()
    } catch {
        console.complain(error.description)
        return .missing
    }
    let sink: any EventSink = options.output.printsEvents ? EventLog() : Narrator(console)
    let session = WatchSession(source, options: options, desktop: desktop, console: console, sink: sink)
    let interruption = Interruption { session.handle(.interrupted) }
    let code = await session.run()
    sink.finish()
    interruption.stop()
    return code
}
