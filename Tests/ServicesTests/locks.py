"""A screen saver and a login manager on the session bus, locked at first; each SIGUSR1 goes one step on."""

import signal

from gi.repository import Gio, GLib

SAVER = "org.freedesktop.ScreenSaver"
LOGIN = "org.freedesktop.login1"
SESSION = "/org/freedesktop/login1/session/_37"
XML = """<node>
<interface name="org.freedesktop.ScreenSaver"><method name="GetActive"><arg type="b" direction="out"/></method>
<signal name="ActiveChanged"><arg type="b"/></signal></interface>
<interface name="org.freedesktop.login1.Manager"><method name="GetSession"><arg type="s" direction="in"/>
<arg type="o" direction="out"/></method></interface>
<interface name="org.freedesktop.login1.Session"><signal name="Lock"/><signal name="Unlock"/>
<property name="LockedHint" type="b" access="read"/></interface>
</node>"""

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
info = Gio.DBusNodeInfo.new_for_xml(XML)


def call(connection, sender, path, interface, method, parameters, invocation):
    if method == "GetActive":
        invocation.return_value(GLib.Variant("(b)", (True,)))
    elif parameters.unpack() == ("7",):
        invocation.return_value(GLib.Variant("(o)", (SESSION,)))
    else:
        invocation.return_dbus_error(LOGIN + ".NoSuchSession", "none")


def get(*_):
    return GLib.Variant("b", True)


def emit(path, interface, name, parameters=None):
    bus.emit_signal(None, path, interface, name, parameters)


def saver(active):
    emit("/ScreenSaver", SAVER, "ActiveChanged", GLib.Variant("(b)", (active,)))


def hint(locked):
    changed = GLib.Variant("(sa{sv}as)", (LOGIN + ".Session", {"LockedHint": GLib.Variant("b", locked)}, []))
    emit(SESSION, "org.freedesktop.DBus.Properties", "PropertiesChanged", changed)


steps = iter(
    [
        lambda: saver(False),
        lambda: emit(SESSION, LOGIN + ".Session", "Unlock"),
        lambda: emit(SESSION, LOGIN + ".Session", "Lock"),
        lambda: emit(SESSION, LOGIN + ".Session", "Unlock"),
        lambda: hint(True),
        lambda: (hint(True), hint(False)),
        lambda: saver(True),
    ]
)


def step():
    next(steps)()
    return True


for index, path in enumerate(["/org/freedesktop/ScreenSaver", "/org/freedesktop/login1", SESSION]):
    bus.register_object(path, info.interfaces[index], call, get, None)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, step)
for name in [SAVER, LOGIN]:
    bus.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        GLib.Variant("(su)", (name, 0)), None, 0, -1, None)
print("ready", flush=True)
GLib.MainLoop().run()
