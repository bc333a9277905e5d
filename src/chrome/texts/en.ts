/**
 * Every text of the chrome, ICU syntax, English. What the documents say word for word stands here word for word; the
 * error catalogue's texts come from the domain, once.
 */
import { firstTexts } from "./first.ts";
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
import { groupTexts } from "./groups.ts";
import { accountTexts } from "./accounts.ts";
import { notificationTexts } from "./notifications.ts";
import { permissionTexts } from "./permissions.ts";
import { serverTexts } from "./servers.ts";

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
  "panel.registerCameras": "Register cameras",
  "panel.registerServers": "Register servers",
  "panel.noMatch": "No camera matches",
  "panel.noMatchText": "Remove a word of the search to see more.",
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
  "state.retries": "{state} ({count, plural, one {# retry} other {# retries}})",

  "stage.label": "Stage",
  "stage.empty": "The stage is empty",
  "stage.emptyText": "Double-click a camera in the side panel, or drag it here.",
  "stage.limitTitle": "Camera limit reached",
  "stage.tile": "{name}, {state}, {mode}, {time}",
  "stage.tileLive": "live, {time}",
  "stage.tileHelp":
    "Enter opens full screen, Delete closes. Shift and arrows move, Alt and arrows resize, Shift and F10 opens the menu.",
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
  "player.badge.lowbandwidth": "LBM",
  "player.toolbar": "Player {name}",
  "player.slowNetwork": "Slow network",
  "player.snapshot": "Save picture",

  "stats.mode": "Mode",
  "stats.size": "Picture",
  "stats.network": "Network",
  "stats.networkValue": "{kbps, number} kbit/s, {lost, number} % lost, {ms, number} ms",
  "stats.decode": "Decode",
  "stats.decodeValue": "{ms, number} ms, {queue, number} waiting",
  "stats.present": "Present",
  "stats.presentValue": "{fps, number}/s, {ms, number} ms, {skipped, number} skipped",
  "stats.wall": "Wall",
  "stats.players": "Players",
  "stats.playersValue": "{playing, number} of {all, number} play",
  "stats.wallNetworkValue": "{kbps, number} kbit/s, {lost, number} % lost at most",
  "stats.wallPresentValue": "{fps, number}/s, {shown, number} of {due, number} frames, {skipped, number} skipped",
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
  "version.password": "Your password",
  "version.passwordHint": "Everybody will run this client: confirm with your own password.",
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

/** The texts of the error catalogue, in one language. */
export type ErrorTexts = Readonly<Record<`error.${ErrorCode}`, string>>;
const errorTexts = Object.fromEntries(
  Object.entries(errors).map(([code, each]) => [`error.${code}`, each.text]),
) as ErrorTexts;

export const en = {
  ...timelineTexts,
  ...exportTexts,
  ...firstTexts,
  ...stage,
  ...stageTexts,
  ...groupTexts,
  ...permissionTexts,
  ...notificationTexts,
  ...accountTexts,
  ...serverTexts,
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

/** What is the same in every language: the product's name, and the patterns of codes. */
export const sameEverywhere = ["app.name", "activation.codeHint"] as const satisfies readonly TextId[];
/** A language other than English has all the others. */
export type TranslatedTexts = Readonly<Record<Exclude<TextId, (typeof sameEverywhere)[number]>, string>>;
