/// How a state and commands travel over the bus (MPRIS 2.2). Pure.
enum MediaRemoteWire {
    /// Where MPRIS wants the object.
    static let path = "/org/mpris/MediaPlayer2"
    /// What everybody looks for.
    static let name = "org.mpris.MediaPlayer2.porthole"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"

    static let rootXML = """
        <node><interface name="org.mpris.MediaPlayer2">
        <method name="Raise"/><method name="Quit"/>
        <property name="CanQuit" type="b" access="read"/><property name="CanRaise" type="b" access="read"/>
        <property name="HasTrackList" type="b" access="read"/><property name="Identity" type="s" access="read"/>
        <property name="DesktopEntry" type="s" access="read"/>
        <property name="SupportedUriSchemes" type="as" access="read"/>
        <property name="SupportedMimeTypes" type="as" access="read"/>
        </interface></node>
        """
    static let playerXML = """
        <node><interface name="org.mpris.MediaPlayer2.Player">
        <method name="Next"/><method name="Previous"/><method name="Pause"/><method name="PlayPause"/>
        <method name="Stop"/><method name="Play"/>
        <method name="Seek"><arg name="Offset" type="x" direction="in"/></method>
        <method name="SetPosition"><arg name="TrackId" type="o" direction="in"/>
        <arg name="Position" type="x" direction="in"/></method>
        <method name="OpenUri"><arg name="Uri" type="s" direction="in"/></method>
        <signal name="Seeked"><arg name="Position" type="x"/></signal>
        <property name="PlaybackStatus" type="s" access="read"/><property name="Rate" type="d" access="read"/>
        <property name="Metadata" type="a{sv}" access="read"/><property name="Volume" type="d" access="readwrite"/>
        <property name="Position" type="x" access="read"/><property name="MinimumRate" type="d" access="read"/>
        <property name="MaximumRate" type="d" access="read"/><property name="CanGoNext" type="b" access="read"/>
        <property name="CanGoPrevious" type="b" access="read"/><property name="CanPlay" type="b" access="read"/>
        <property name="CanPause" type="b" access="read"/><property name="CanSeek" type="b" access="read"/>
        <property name="CanControl" type="b" access="read"/>
        </interface></node>
        """

    /// What the program is.
    static let rootProperties: [String: BusValue] = [
        "CanQuit": .flag(true), "CanRaise": .flag(true), "HasTrackList": .flag(false), "Identity": .text("Porthole"),
        "DesktopEntry": .text("app.porthole.Porthole"), "SupportedUriSchemes": .texts([]),
        "SupportedMimeTypes": .texts([]),
    ]

    /// What plays: all properties but the position, which is no news when it moves.
    static func properties(_ state: MediaRemoteState) -> [String: BusValue] {
        var metadata: [String: BusValue] = [
            "mpris:trackid": .object(trackPath(state)), "xesam:title": .text(state.title),
        ]
        if let length = state.length { metadata["mpris:length"] = .long(microseconds(length)) }
        return [
            "PlaybackStatus": .text(state.status.rawValue), "Metadata": .table(metadata),
            "Volume": .real(state.volume), "Rate": .real(1), "MinimumRate": .real(1), "MaximumRate": .real(1),
            "CanGoNext": .flag(false), "CanGoPrevious": .flag(false), "CanPlay": .flag(true), "CanPause": .flag(true),
            "CanSeek": .flag(state.length != nil), "CanControl": .flag(true),
        ]
    }

    /// What a call asks for; nil when nothing is to be done (a track that is another one, going on to a next one).
    static func command(
        _ method: String, _ arguments: [BusValue], _ state: MediaRemoteState
    ) -> MediaRemoteCommand? {
        switch (method, arguments.first) {
        case ("Play", _): return .play
        case ("Pause", _): return .pause
        case ("PlayPause", _): return .playPause
        case ("Stop", _): return .stop
        case ("Raise", _): return .raise
        case ("Quit", _): return .quit
        case ("Seek", .long(let offset)?): return state.length == nil ? nil : .skip(Double(offset) / 1e6)
        case ("SetPosition", .object(let track)?):
            // Those outside of what there is are to be ignored, and so are tracks that have passed (MPRIS 2.2).
            guard arguments.count == 2, case .long(let position) = arguments[1], track == trackPath(state),
                let length = state.length, position >= 0, Double(position) / 1e6 <= length
            else { return nil }
            return .seek(Double(position) / 1e6)
        default: return nil
        }
    }

    /// Seconds as MPRIS has them.
    static func microseconds(_ seconds: Double) -> Int64 { Int64(exactly: (seconds * 1e6).rounded()) ?? 0 }

    private static func trackPath(_ state: MediaRemoteState) -> String {
        let letters = state.track.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return "/app/porthole/track/" + (letters.isEmpty ? "_" : String(letters))
    }
}
