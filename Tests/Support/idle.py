"""Services that keep a desktop awake, on the session bus; each line of the output is one thing that happened.

Arguments: ScreenSaver, SessionManager, login1; with a - behind it, one that refuses.
"""

import os
import sys

from gi.repository import Gio, GLib

XML = """<node>
<interface name="org.freedesktop.ScreenSaver">
<method name="Inhibit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="u" direction="out"/></method>
<method name="UnInhibit"><arg type="u" direction="in"/></method></interface>
<interface name="org.gnome.SessionManager">
<method name="Inhibit"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="u" direction="in"/><arg type="u" direction="out"/></method>
<method name="Uninhibit"><arg type="u" direction="in"/></method></interface>
<interface name="org.freedesktop.login1.Manager">
<method name="Inhibit"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="h" direction="out"/></method></interface>
</node>"""
NAMES = {
    "ScreenSaver": ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", 0),
    "SessionManager": ("org.gnome.SessionManager", "/org/gnome/SessionManager", 1),
    "login1": ("org.freedesktop.login1", "/org/freedesktop/login1", 2),
}

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
info = Gio.DBusNodeInfo.new_for_xml(XML)
numbers = 40


def say(*words):
    print(*words, flush=True)


def closed(descriptor, condition):
    say("login1 closed")
    os.close(descriptor)
    return False


def call(connection, sender, path, interface, method, parameters, invocation):
    global numbers
    service = path.split("/")[-1]
    say(service, method, *parameters.unpack())
    if service + "-" in sys.argv:
        invocation.return_dbus_error(interface + ".Error", "not today")
    elif method != "Inhibit":
        invocation.return_value(None)
    elif service == "login1":
        ours, theirs = os.pipe()
        files = Gio.UnixFDList()
        index = files.append(theirs)
        os.close(theirs)
        invocation.return_value_with_unix_fd_list(GLib.Variant("(h)", (index,)), files)
        GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, ours, GLib.IOCondition.HUP, closed)
    else:
        numbers += 1
        invocation.return_value(GLib.Variant("(u)", (numbers,)))


for word in sys.argv[1:]:
    name, path, index = NAMES[word.rstrip("-")]
    bus.register_object(path, info.interfaces[index], call, None, None)
    bus.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        GLib.Variant("(su)", (name, 0)), None, 0, -1, None)
say("ready")
GLib.MainLoop().run()
