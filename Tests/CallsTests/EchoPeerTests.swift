import Calls
import Foundation
import Geometry
import Glibc
import Media
import PictureInPicture
import Testing

/// Echo peers that do not do what they should, and calls to them.
@Suite("Echo peers", .timeLimit(.minutes(5))) struct EchoPeerTests {
    @Test("one that does not answer gives a sentence, and is gone afterwards", arguments: badEchoPeers)
    func bad(_ name: String, _ words: [String], _ said: String) async throws {
        let peer = EchoPeerProcess(words, patience: name == "is silent" ? 0.2 : 30)
        peer.prepare()
        let error = await #expect(throws: SignallingError.self) { try await peer.exchange("v=0") }
        #expect(error?.description.contains(said) == true, "\(String(describing: error))")
        let pid = peer.process
        peer.close()
        await peer.finish()
        #expect(peer.process == nil)
        if let pid { #expect(kill(pid, 0) != 0) }
    }

    @Test("one that ends later is told once, and not after it was closed", arguments: [true, false])
    func gone(_ isClosed: Bool) async throws {
        let peer = EchoPeerProcess(["/bin/sh", "-c", "read line; echo '{\"type\":\"answer\",\"sdp\":\"v=0\"}'; exit 7"])
        let told = Lock<[String]>([])
        peer.onGone = { reason in told.withLock { $0.append(reason) } }
        peer.prepare()
        if isClosed { peer.close() }
        _ = try? await peer.exchange("v=0")
        await peer.finish()
        peer.close()
        await peer.finish()
        #expect(told.withLock { $0 } == (isClosed ? [] : ["the echo peer ended by itself (code 7)"]))
    }

    @MainActor @Test("a call whose echo peer can't be started ends with its reason, and is no call any more")
    func failedCall() async throws {
        let world = CallWorld()
        let transport = WebRTCTransport(
            name: "Echo", signalling: EchoPeerProcess(["/bin/sh", "-c", "exit 3"]), options: { .loopback })
        let call = CallSession(
            transport: transport, settings: world.settings, environment: world.environment,
            audioSession: world.audio, center: world.center)
        call.joinSession()
        await until { call.state.value.isEnded }
        #expect(call.state.value.endReason == .failed)
        #expect(call.problem?.contains("ended by itself (code 3)") == true, "\(call.problem ?? "nothing")")
        await call.finish()
        #expect(!world.center.hasSessions && !world.audio.isActive)
    }

    @MainActor @Test("a call that is hung up before the echo peer answers just ends")
    func hungUpEarly() async throws {
        let world = CallWorld()
        let process = EchoPeerProcess(["/bin/cat"])
        let transport = WebRTCTransport(name: "Echo", signalling: process, options: { .loopback })
        let call = CallSession(
            transport: transport, settings: world.settings, environment: world.environment,
            audioSession: world.audio, center: world.center)
        call.joinSession()
        call.hangUp()
        await call.finish()
        #expect(call.state.value.endReason == .hangUp && call.problem == nil)
        #expect(process.process == nil)
    }

    @MainActor @Test("without a camera a call goes on; turning it on is undone, with the reason")
    func noCamera() async throws {
        let world = CallWorld()
        let transport = FakeTransport()
        let (call, _) = world.call(transport)
        call.joinSession()
        #expect(call.state.value.isCameraOn)
        transport.onEvent?(.cameraLost("there is no camera"))
        #expect(!call.state.value.isCameraOn && call.state.value.isRunning)
        #expect(world.warnings.contains("there is no camera"))
        #expect(call.participants.value.first?.isCameraOn == false)
    }
}

private let badEchoPeers: [(name: String, words: [String], said: String)] = [
    ("missing", ["/nowhere/porthole", "echo-peer"], "/nowhere/porthole: No such file"),
    ("no program", ["/etc/passwd"], "Permission denied"),
    (
        "leaves at once", ["/bin/sh", "-c", "echo first >&2; echo no webrtcbin >&2; exit 3"],
        "code 3): no webrtcbin"
    ),
    ("dies", ["/bin/sh", "-c", "kill -9 $$"], "killed (signal 9)"),
    ("speaks otherwise", ["/bin/sh", "-c", "echo hello; sleep 60"], "does not speak our language"),
    ("sends the offer back", ["/bin/cat"], "does not speak our language"),
    ("refuses", ["/bin/sh", "-c", "echo '{\"type\":\"failed\",\"reason\":\"no sound\"}'; sleep 60"], "no sound"),
    ("never ends a line", ["/bin/sh", "-c", "head -c 1000000 /dev/zero; sleep 60"], "does not speak our language"),
    ("is silent", ["/bin/sh", "-c", "sleep 60"], "did not answer within"),
]
