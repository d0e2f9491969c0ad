import Testing

@testable import Services

@Suite("The name of an instance", .timeLimit(.minutes(10)))
struct InstanceNameTests {
    @Test(
        "displays become names that the bus takes",
        arguments: [
            (":0", "0"), (":0.0", "0"), ("unix:0", "0"), ("unix:0.0", "0"), (":99.0", "99"), (":99.1", "99_2e1"),
            ("host:10.0", "host_3a10"), ("host:10", "host_3a10"), ("localhost:10.2", "localhost_3a10_2e2"),
            ("10.0.0.1:0.0", "10_2e0_2e0_2e1_3a0"), ("[::1]:0", "_5b_3a_3a1_5d_3a0"), ("", ""), (":", ""),
            ("a_b:0", "a_5fb_3a0"), ("ä:0", "_c3_a4_3a0"), (" \n", "_20_0a"), (":.0", "_2e0"),
        ])
    func names(display: String, expected: String) {
        #expect(InstanceName(display: display).busName == "app.porthole.Porthole.display_\(expected)")
    }

    @Test("a name of any length fits, and stays apart from those that begin alike")
    func long() {
        let long = String(repeating: "x", count: 4000)
        let one = InstanceName(display: long + "1:0").busName
        let other = InstanceName(display: long + "2:0").busName
        #expect(one != other)
        #expect(one.utf8.count <= 255)
        #expect(
            one.split(separator: ".").allSatisfy {
                $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            })
    }

    @Test(
        "the text of an action is nothing, an argument, or JSON",
        arguments: [
            ("", ControlRequest(action: "a")), ("40", ControlRequest(action: "a", arguments: ["40"])),
            (#"{"argument":"40"}"#, ControlRequest(action: "a", arguments: ["40"])),
            (
                #"{"argument":"40","session":"live"}"#,
                ControlRequest(action: "a", arguments: ["40"], session: "live")
            ),
            (#"{"session":"live"}"#, ControlRequest(action: "a", session: "live")),
            ("{", ControlRequest(action: "a", arguments: ["{"])),
        ])
    func actionText(text: String, expected: ControlRequest) {
        #expect(ControlRequest(action: "a", text: text) == expected)
    }

    @Test("every error says what, why and what to do, in one line")
    func errors() {
        let all: [InstanceError] = [
            .noBus(.noAddress), .noInstance(display: ":0"), .noInstance(display: ""), .lost, .refused("so"),
            .timedOut(.bus), .timedOut(.instance),
        ]
        for error in all {
            #expect(error.description == "\(error.what): \(error.why). \(error.remedy)")
            #expect(!error.description.contains("\n") && !error.remedy.isEmpty)
        }
        #expect(InstanceError.noBus(.noAddress).remedy.contains("dbus-run-session"))
        #expect(InstanceError.noBus(.noAddress).remedy.contains("--new-instance"))
    }
}
