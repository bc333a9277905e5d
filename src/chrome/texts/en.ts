/**
 * Every text of the chrome, ICU syntax, English. What the documents say word for word stands here word for word; the
 * error catalogue's texts come from the domain, once.
 */
import { player } from "./player.ts";
import { type ErrorCode, errors } from "#domain/errors.ts";
import { stageTexts } from "./stages.ts";
import { exportTexts } from "./export.ts";
import { timelineTexts } from "./timeline.ts";
import { activation } from "./activation.ts";
import { administration } from "./administration.ts";
import { cameras } from "./cameras.ts";
import { retention } from "./retention.ts";
import { systemReport } from "./system-report.ts";
import { systemStatus } from "./system-status.ts";
import { users } from "./users.ts";
import { flagTexts } from "./flags.ts";

const shell = {
  "app.name": "Proscenium",
  "app.loading": "Loading…",
  "app.retry": "Try again",
  "app.close": "Close",
  "app.cancel": "Cancel",
  "app.ok": "OK",
  "app.unreachable": "The server cannot be reached",
  "app.notifications": "Notifications",
  "app.skipToContent": "Skip to content",

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
  "nav.activation": "Activation",
  "nav.version": "Version Information",
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

  "bar.home": "Proscenium, to the stage",
  "bar.user": "Signed in as {name}",
  "bar.lowBandwidth": "Low bandwidth",
  "bar.lowBandwidthHint": "Low-bandwidth mode is forced: this browser or server offers no WebRTC.",
  "bar.clock": "Clock warning",
  "bar.license": "Degraded license",
  "bar.framerate": "Low frame rate",
  "bar.relief": "Reduced quality",
  "bar.reliefHint":
    "This display is slow: players show smaller streams, or fewer pictures per second, until it keeps up.",
  "bar.language": "Language",
  "bar.update": "New version: reload",
  "bar.theme": "Theme",
  "bar.theme.system": "Follow the system",
  "bar.theme.dark": "Dark",
  "bar.theme.light": "Light",

  "gate.unsupported.title": "This browser is not supported",
  "gate.unsupported.text":
    "Use a current version of Chrome, Edge, Firefox, Opera or Safari. The oldest supported are Chrome 34, Firefox 33, Internet Explorer 11, Opera 25 and Safari 8.",
  "gate.websocket.title": "WebSockets are missing",
  "gate.websocket.text":
    "Live events and video need WebSockets. Your browser or a proxy on the way does not allow them.",
  "gate.incognito.title": "No local storage",
  "gate.incognito.text":
    "This page cannot use your browser's local storage. Private (incognito) windows and strict privacy settings switch it off. Open the page in a normal window or allow storage for this site.",
  "gate.compatibility.title": "Browser compatibility",
  "gate.compatibility.text":
    "This browser lacks WebRTC, which shows live video with the least delay. Use a current version of Chrome, Edge, Firefox, Opera or Safari.",
  "gate.back": "Back to sign in",

  "notFound.title": "Page not found",
  "notFound.text": "There is nothing at this address.",
  "notFound.link": "To the front page",

  "player.awaitingAuth": "Waiting for the host page to sign in…",

  "death.title": "The connection to the server is lost",
  "death.socket": "The server answers, but its live events do not. Reload to go on.",
  "death.server": "The server has not answered for a while. Reload when it is back.",
  "death.reload": "Reload",
  "death.support": "Support",

  "dialog.clock.title": "Time difference",
  "dialog.clock.text":
    "The clocks of this computer and of the server differ by {seconds, number} seconds. Times that you see and choose are the server's. Set both clocks by the same time source.",
  "dialog.license.title": "License error",
  "dialog.greeting.title": "Welcome",
  "dialog.greeting.dismiss": "Dismiss",
  "dialog.framerate.title": "Low frame rate",
  "dialog.framerate.text":
    "This computer shows the video too slowly. Remove players, make them smaller or switch some to low-bandwidth mode.",
  "dialog.bandwidth.title": "Low-bandwidth mode",
  "dialog.bandwidth.text":
    "In low-bandwidth mode the server sends smaller pictures, which need less of the network and of this computer.",
} as const;

const signIn = {
  "signIn.title": "Sign in",
  "signIn.subtitle": "to {server}",
  "signIn.username": "Username",
  "signIn.password": "Password",
  "signIn.domainHint": "user@domain",
  "signIn.lowBandwidth": "Low-bandwidth (compatibility) mode",
  "signIn.stay": "Stay signed in",
  "signIn.agreement": "Access agreement",
  "signIn.accept": "I accept the access agreement",
  "signIn.submit": "Sign in",
  "signIn.processing": "Signing in…",
  "signIn.wait": "Try again in {seconds} s",
  "signIn.or": "or",
  "signIn.google": "Sign in with Google",
  "signIn.failed": "Sign in failed",
  "signIn.signedInAs": "You are signed in as {name}.",
  "signIn.toStage": "To the stage",
} as const;

const stage = {
  "panel.label": "Side panel",
  "panel.cameras": "Cameras",
  "panel.stages": "Stages",
  "panel.open": "Show side panel",
  "panel.close": "Hide side panel",
  "panel.search": "Search cameras",
  "panel.layout": "Layout: {layout}",
  "panel.layout.mosaic": "mosaic",
  "panel.layout.big": "big",
  "panel.layout.list": "list",
  "panel.loading": "Loading cameras…",
  "panel.failed": "The cameras could not be loaded",
  "panel.empty": "No cameras",
  "panel.emptyText": "Cameras that you may see appear here once they are registered.",
  "panel.noMatch": "No camera matches",
  "panel.noMatchText": "Remove a word of the search to see more.",
  "panel.noServers": "No accessible servers.",
  "panel.clear": "Clear Stage",
  "panel.addHint": "Double-click, press Enter or drag to add to the stage",
  "panel.onStage": "on the stage",
  "panel.add": "Add {name} to the stage",
  "panel.count": "{count, plural, one {# camera} other {# cameras}}",
  "panel.removeTag": "Remove search word {word}",

  "state.running": "running",
  "state.idle": "idle",
  "state.starting": "starting",
  "state.stopping": "stopping",
  "state.restarting": "restarting",
  "state.unknown": "unknown",
  "state.unable to retrieve": "unable to retrieve",

  "stage.label": "Stage",
  "stage.empty": "The stage is empty",
  "stage.emptyText": "Double-click a camera in the side panel, or drag it here.",
  "stage.limitTitle": "Camera limit reached",
  "stage.tile": "{name}, {state}, {mode}",
  "stage.tileHelp": "Enter opens full screen, Delete closes. Shift and arrows move, Alt and arrows resize.",
  "stage.added": "{name} added",
  "stage.closed": "{name} closed",
  "stage.restoreFailed": "The stored stage could not be read and starts empty. A copy of it was kept.",

  "player.fullScreen": "Full screen",
  "player.leaveFullScreen": "Leave full screen",
  "player.close": "Close {name}",
  "player.zoom": "{percent, number} %",
  "player.zoomReset": "Zoom {percent, number} %, reset",
  "player.mode.webrtc": "Mode: WebRTC",
  "player.mode.lowbandwidth": "Mode: low bandwidth",
  "player.volume": "Volume {percent, number} %",
  "player.stats": "Statistics",
  "player.tryLowBandwidth": "try low bandwidth mode",
  "player.connecting": "connecting",
  "player.playing": "playing",
  "player.error": "error",
  "player.no_video": "no video",
  "player.delay": "waiting",
  "player.rip": "reverse",
  "player.toolbar": "Player {name}",
  "player.slowNetwork": "Slow network",
  "player.snapshot": "Save picture",
  "player.resize": "Resize {name}",
  "player.preview": "Preview of {name}",

  "stats.mode": "Mode",
  "stats.size": "Picture",
  "stats.fps": "Frames shown",
  "stats.fpsValue": "{fps, number}/s",
  "stats.bitrate": "Bit rate",
  "stats.bitrateValue": "{kbps, number} kbit/s",
  "stats.latency": "Arrival to picture",
  "stats.ms": "{ms, number} ms",
  "stats.replaced": "Frames skipped",
  "stats.decode": "Decoding",
} as const;

const version = {
  "version.title": "Version Information",
  "version.version": "Version",
  "version.target": "Target architecture",
  "version.hash": "Build hash",
  "version.date": "Build date",
  "version.user": "Build user",
  "version.host": "Build host",
  "version.client": "Client build",
  "version.update": "Update client",
  "version.updateText": "A zip file of a built client. It is checked first and served to everybody from then on.",
  "version.file": "Client file (.zip)",
  "version.upload": "Update",
  "version.restore": "Restore the original",
  "version.updated": "The client was changed",
  "version.updatedText": "Whoever opens the page from now on gets it.",
  "version.reload": "Load it now",
  "version.resources": "Resources",
  "version.apiDocs": "API documentation",
  "version.support": "Support",
  "version.acknowledgments": "Open source acknowledgments",
  "version.changelog": "Change log",
  "version.eula": "End user license agreement",
  "version.noText": "This build carries no such text.",
  "version.failed": "The version could not be loaded",
} as const;

type ErrorKey = `error.${ErrorCode}`;
const errorTexts = Object.fromEntries(
  Object.entries(errors).map(([code, each]) => [`error.${code}`, each.text]),
) as Record<ErrorKey, string>;

export const en = {
  ...timelineTexts,
  ...exportTexts,
  ...shell,
  ...signIn,
  ...stage,
  ...stageTexts,
  ...player,
  ...version,
  ...flagTexts,
  ...timelineTexts,
  ...users,
  ...administration,
  ...activation,
  ...systemStatus,
  ...retention,
  ...systemReport,
  ...cameras,
  ...errorTexts,
};
export type TextId = keyof typeof en;
