/** English. The frame around every screen behind the sign-in: navigation, top bar, its dialogs. */
export const frameTexts = {
  "nav.stage": "Stage",
  "nav.servers": "Servers",
  "nav.cameras": "Camera Configuration",
  "nav.retention-policy": "Retention Policy",
  "nav.users": "Users",
  "nav.camera-groups": "Camera Groups",
  "nav.permission-groups": "Permission Groups",
  "nav.notifications": "Notifications",
  "nav.system-status": "System Status",
  "nav.system-report": "System Report",
  "nav.audit": "Audit",
  "nav.activation": "Activation",
  "nav.flags": "Advanced Settings",
  "nav.sign-out": "Sign Out",
  "nav.menu": "Menu",
  "nav.apps": "Apps",
  "nav.left": "Navigation",
  "nav.mode": "Navigation",
  "nav.mode.menu": "Menu",
  "nav.mode.left-nav": "Bar on the left",

  "plugin.provider": "{app} by {name}",
  "plugin.support": "Support",

  "app.partNotLoaded": "This part could not be loaded",
  "app.partNotLoadedText":
    "The connection may have been away for a moment. If trying again does not help, reload the page.",

  "bar.home": "Proscenium, to the stage",
  "bar.user": "Signed in as {name}",

  "role.Live Viewer": "Live Viewer",
  "role.Viewer": "Viewer",
  "role.Manager": "Manager",
  "role.Administrator": "Administrator",

  "bar.lowBandwidth": "Low bandwidth",
  "bar.lowBandwidthHint": "Low-bandwidth mode is forced: this browser or server offers no WebRTC.",
  "bar.lowBandwidthChosen": "Low-bandwidth mode was chosen at sign-in.",
  "bar.clock": "Clock warning",
  "bar.license": "Degraded license",
  "bar.framerate": "Low frame rate",
  "bar.relief": "Reduced quality",
  "bar.reliefHint":
    "This display is slow: players show smaller streams, or fewer pictures per second, until it keeps up.",
  "bar.language": "Language",
  "bar.update": "New version: reload",
  "bar.password": "Change password…",
  "bar.passkeys": "Passkeys…",
  "bar.appPasswords": "App passwords…",
  "bar.secondFactor": "One-time codes…",
  "bar.theme": "Theme",
  "bar.theme.system": "Follow the system",
  "bar.theme.dark": "Dark",
  "bar.theme.light": "Light",

  "player.awaitingAuth": "Waiting for the host page to sign in…",

  "dialog.clock.title": "Time difference",
  "dialog.clock.text":
    "The clocks of this computer and of the server differ by {seconds, number} seconds. Times that you see and choose are the server's. Set both clocks by the same time source.",
  "dialog.clock.server":
    "The clock of the server {name} differs by {seconds, number} seconds from that of this page's server. Times of its recordings are its own.",
  "dialog.license.title": "License error",
  "activation.pendingText": "A license change is pending. Restart the server to apply it.",
  "dialog.greeting.title": "Welcome",
  "dialog.greeting.dismiss": "Dismiss",
  "dialog.framerate.title": "Low frame rate",
  "dialog.framerate.text":
    "This computer shows the video too slowly. Remove players, make them smaller or switch some to low-bandwidth mode.",
  "dialog.bandwidth.title": "Low-bandwidth mode",
  "dialog.bandwidth.text":
    "In low-bandwidth mode the server sends smaller pictures, which need less of the network and of this computer.",
  "bar.commands": "Commands…",
  "bar.keys": "Keyboard…",
  "dialog.bandwidth.recorded":
    "Recorded video comes by the media socket in WebRTC mode, too: only there do all cameras keep one clock, are steps exact, and does video play backwards. On a line that loses packets, and in a browser without WebCodecs, it comes by WebRTC from 1/4 to 4 times forwards. Each player's statistics say how its pictures come.",
  "ended.password": "You were signed out because the password of your account was changed.",
  "ended.account": "You were signed out because your account was changed.",
  "ended.deleted": "You were signed out because your account was deleted.",
  "ended.administrator": "An administrator has signed you out.",
  "ended.elsewhere": "You have ended this session from another place.",
  "bar.timeForm": "Dates and times",
  "bar.timeForm.iso": "ISO 8601",
  "bar.timeForm.language": "By language",
} as const;
