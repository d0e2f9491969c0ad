/// The names the project uses in the protocol: interned in one round trip when a connection opens.
public enum AtomName: String, CaseIterable, Sendable {
    // ICCCM
    /// The protocols a client takes part in (ICCCM 4.1.2.7).
    case wmProtocols = "WM_PROTOCOLS"
    /// The manager asks the client to close the window (ICCCM 4.2.8.1).
    case wmDeleteWindow = "WM_DELETE_WINDOW"
    /// What the manager says of the window: normal, iconic or withdrawn (ICCCM 4.1.3.1).
    case wmState = "WM_STATE"
    /// What the window is for, unique in its client (ICCCM 5.1).
    case wmWindowRole = "WM_WINDOW_ROLE"
    /// The window that stands for the whole client (ICCCM 5.1).
    case wmClientLeader = "WM_CLIENT_LEADER"
    /// The type of texts in UTF-8.
    case utf8String = "UTF8_STRING"
    // EWMH 1.5
    /// On the root: what the manager supports.
    case supported = "_NET_SUPPORTED"
    /// On the root: the window by which a manager shows that it is there.
    case supportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
    /// On the root: the managed windows, oldest first.
    case clientList = "_NET_CLIENT_LIST"
    /// On the root: the managed windows, lowest first.
    case clientListStacking = "_NET_CLIENT_LIST_STACKING"
    /// On the root: the window that has the focus.
    case activeWindow = "_NET_ACTIVE_WINDOW"
    /// On the root: what panels leave free, a rectangle for each workspace.
    case workArea = "_NET_WORKAREA"
    /// On the root: the number of the workspace the user is on.
    case currentDesktop = "_NET_CURRENT_DESKTOP"
    /// The number of the workspace the window is on, or all ones for every one.
    case wmDesktop = "_NET_WM_DESKTOP"
    /// The window's title, in UTF-8.
    case wmName = "_NET_WM_NAME"
    /// The title of the iconified window, in UTF-8.
    case wmIconName = "_NET_WM_ICON_NAME"
    /// The window's icon: width, height, then ARGB, one size after the other.
    case wmIcon = "_NET_WM_ICON"
    /// The number of the process that made the window.
    case wmPID = "_NET_WM_PID"
    /// The manager asks whether the client still answers.
    case wmPing = "_NET_WM_PING"
    /// The manager asks to be told when the next size is drawn.
    case wmSyncRequest = "_NET_WM_SYNC_REQUEST"
    /// The counter by which that is told.
    case wmSyncRequestCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
    /// When the user last did something in the window.
    case wmUserTime = "_NET_WM_USER_TIME"
    /// The window's states, a list of atoms.
    case wmStateEWMH = "_NET_WM_STATE"
    /// A state: above most other windows.
    case wmStateAbove = "_NET_WM_STATE_ABOVE"
    /// A state: on every workspace.
    case wmStateSticky = "_NET_WM_STATE_STICKY"
    /// A state: not in task bars.
    case wmStateSkipTaskbar = "_NET_WM_STATE_SKIP_TASKBAR"
    /// A state: not in pagers.
    case wmStateSkipPager = "_NET_WM_STATE_SKIP_PAGER"
    /// A state: not to be seen if its workspace were shown, as when it is iconified.
    case wmStateHidden = "_NET_WM_STATE_HIDDEN"
    /// A state: as large as the screen, without a frame.
    case wmStateFullscreen = "_NET_WM_STATE_FULLSCREEN"
    /// What sort of window it is, the best fit first.
    case wmWindowType = "_NET_WM_WINDOW_TYPE"
    /// A type: an ordinary top-level window.
    case windowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
    /// A type: a small window that stays up, such as a palette.
    case windowTypeUtility = "_NET_WM_WINDOW_TYPE_UTILITY"
    /// A window type: notification.
    case windowTypeNotification = "_NET_WM_WINDOW_TYPE_NOTIFICATION"
    /// A window type: tooltip.
    case windowTypeTooltip = "_NET_WM_WINDOW_TYPE_TOOLTIP"
    /// A window type: menu.
    case windowTypeMenu = "_NET_WM_WINDOW_TYPE_MENU"
    /// A window type: popup menu.
    case windowTypePopupMenu = "_NET_WM_WINDOW_TYPE_POPUP_MENU"
    /// A window type: dropdown menu.
    case windowTypeDropdownMenu = "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU"
    /// A window type: combo.
    case windowTypeCombo = "_NET_WM_WINDOW_TYPE_COMBO"
    /// A window type: desktop.
    case windowTypeDesktop = "_NET_WM_WINDOW_TYPE_DESKTOP"
    /// A window type: dock.
    case windowTypeDock = "_NET_WM_WINDOW_TYPE_DOCK"
    /// How opaque a compositor shows it, 0 to 0xffffffff; a convention of compositors.
    case wmWindowOpacity = "_NET_WM_WINDOW_OPACITY"
    /// 0 asks picom for no shadow of its own; a convention of that compositor.
    case wmShadow = "_COMPTON_SHADOW"
    /// What the manager lets the user do with the window.
    case wmAllowedActions = "_NET_WM_ALLOWED_ACTIONS"
    /// How wide the manager's frame is on the left, right, top and bottom.
    case frameExtents = "_NET_FRAME_EXTENTS"
    /// How much of a screen edge a panel reserves, and from where to where.
    case strutPartial = "_NET_WM_STRUT_PARTIAL"
    /// How much of a screen edge a panel reserves, along all of it.
    case strut = "_NET_WM_STRUT"
    // Startup notification
    /// Which launch the window belongs to.
    case startupID = "_NET_STARTUP_ID"
    /// The first message of a launch.
    case startupInfoBegin = "_NET_STARTUP_INFO_BEGIN"
    /// A further message of a launch.
    case startupInfo = "_NET_STARTUP_INFO"
    // Others
    /// How much of a frame the window wants: Motif's hints, which managers still follow.
    case motifHints = "_MOTIF_WM_HINTS"
    /// A selection: its owner tells settings such as the scale (XSETTINGS 0.5).
    case settingsOwner = "_XSETTINGS_S0"
    /// On that owner: the settings.
    case settings = "_XSETTINGS_SETTINGS"
    /// On the root: resources, such as Xft.dpi.
    case resources = "RESOURCE_MANAGER"
    /// A selection: its owner composites screen 0 (EWMH 1.5, 7.7).
    case compositor = "_NET_WM_CM_S0"
    /// On the root: xscreensaver's state; its first item is not zero while it blanks or locks.
    case screenSaverStatus = "_SCREENSAVER_STATUS"
    /// The extension by which a server shows that it is Xwayland.
    case xwayland = "XWAYLAND"
}
