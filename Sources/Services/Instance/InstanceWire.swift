/// What the instance and those who call it agree on: names and shapes on the bus.
enum InstanceWire {
    /// Where the instance's own interface and its action group are.
    static let path = "/app/porthole/Porthole"
    /// Our own interface.
    static let interface = "app.porthole.Instance1"

    /// `app.porthole.Instance1`. Signals go to the caller of `Open` alone.
    static let description = """
        <node>
          <interface name='app.porthole.Instance1'>
            <method name='Control'>
              <arg name='action' type='s' direction='in'/>
              <arg name='arguments' type='as' direction='in'/>
              <arg name='session' type='s' direction='in'/>
              <arg name='code' type='i' direction='out'/>
              <arg name='text' type='s' direction='out'/>
            </method>
            <method name='Open'>
              <arg name='words' type='as' direction='in'/>
              <arg name='folder' type='s' direction='in'/>
              <arg name='token' type='u' direction='out'/>
            </method>
            <method name='Cancel'>
              <arg name='token' type='u' direction='in'/>
            </method>
            <signal name='Event'><arg name='token' type='u'/><arg name='line' type='s'/></signal>
            <signal name='Message'><arg name='token' type='u'/><arg name='line' type='s'/></signal>
            <signal name='Done'><arg name='token' type='u'/><arg name='code' type='i'/></signal>
          </interface>
        </node>
        """

    /// The one method of `org.freedesktop.Application` (Desktop Entry Specification 1.5, D-Bus activation) that makes
    /// sense for a program that was not installed by a desktop file: `gapplication action` calls it.
    static let applicationDescription = """
        <node>
          <interface name='org.freedesktop.Application'>
            <method name='ActivateAction'>
              <arg name='action' type='s' direction='in'/>
              <arg name='parameter' type='av' direction='in'/>
              <arg name='platform' type='a{sv}' direction='in'/>
            </method>
          </interface>
        </node>
        """

    /// Signals of `Open`, as they are sent and understood.
    enum Signal: Sendable, Equatable {
        /// A line for stdout.
        case event(String)
        /// A line for stderr.
        case message(String)
        /// The command is over.
        case done(Int32)

        /// The signal's name.
        var name: String {
            switch self {
            case .event: "Event"
            case .message: "Message"
            case .done: "Done"
            }
        }

        /// What it says, after the token.
        var value: BusValue {
            switch self {
            case .event(let line), .message(let line): .text(line)
            case .done(let code): .number(code)
            }
        }

        /// A signal by its name and what it says; nil for others.
        init?(_ name: String, _ value: BusValue) {
            switch (name, value) {
            case ("Event", .text(let line)): self = .event(line)
            case ("Message", .text(let line)): self = .message(line)
            case ("Done", .number(let code)): self = .done(code)
            default: return nil
            }
        }
    }
}
