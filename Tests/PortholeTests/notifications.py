"""Shows desktop notifications to nobody: prints each call, and chooses an action when one is offered."""
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

XML = """<node><interface name="org.freedesktop.Notifications">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
</interface></node>"""
PATH = "/org/freedesktop/Notifications"
NAME = "org.freedesktop.Notifications"


def called(connection, sender, path, interface, method, arguments, invocation):
    print(method, arguments.unpack(), flush=True)
    if method != "Notify":
        return invocation.return_value(None)
    invocation.return_value(GLib.Variant("(u)", (7,)))
    if sys.argv[1] in arguments.unpack()[5]:
        choice = GLib.Variant("(us)", (7, sys.argv[1]))
        connection.emit_signal(sender, PATH, NAME, "ActionInvoked", choice)


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called, None, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
