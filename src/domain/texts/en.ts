/**
 * The English texts outside the application: exported pages, mails, and what a browser shows without the application.
 * They are part of the one catalogue (`src/chrome/texts`). They stand here because the recorder writes most of them and
 * cannot import the chrome. Each group is separate, so that code which needs one carries no other. The texts use no ICU
 * except `{name}`, so that no formatter is bundled with them.
 */

/** The page of an exported fisheye. */
export const dewarpPage = {
  "dewarpPage.play": "Play",
  "dewarpPage.pause": "Pause",
  "dewarpPage.frameBack": "‹ Frame",
  "dewarpPage.frameForward": "Frame ›",
  "dewarpPage.time": "Time",
  "dewarpPage.speed": "Speed",
  "dewarpPage.rate": "{rate}x",
  "dewarpPage.mode.0": "Round",
  "dewarpPage.mode.1": "Perspective",
  "dewarpPage.mode.2": "Panorama",
  "dewarpPage.layout": "Layout",
  "dewarpPage.home": "Home",
  "dewarpPage.fullScreen": "Full screen",
  "dewarpPage.view": "{camera}: drag to look around, wheel to zoom",
  "dewarpPage.notPlayed": "This browser cannot play the video in this file.",
  "dewarpPage.notShown": "The video cannot be shown: {reason}",
  "dewarpPage.damaged": "this file is damaged",
  "dewarpPage.settings": "unknown dewarp settings: {name}",
  "dewarpPage.noWebGl2": "this browser or computer offers no WebGL 2",
} as const;

/** The page in every zip that checks it. */
export const verification = {
  "verify.title": "Verify an export",
  "verify.lead":
    "Unpack the zip, then choose all of its files here (or drop them on this page). Nothing leaves this computer.",
  "verify.choose": "Choose the files",
  "verify.file": "File",
  "verify.camera": "Camera",
  "verify.from": "From",
  "verify.to": "To",
  "verify.result": "Result",
  "verify.note":
    "The signature proves that the files are as the holder of this key made them. That the key belongs to the recorder is for you to check: compare the fingerprint with the one in the recorder's own export dialog.",
  "verify.incomplete": "Choose manifest.json and manifest.sig together with the videos.",
  "verify.unreadable": "The manifest cannot be read.",
  "verify.recorder": "Recorder",
  "verify.exported": "Exported",
  "verify.fingerprint": "Key fingerprint",
  "verify.signature": "Signature",
  "verify.signature.unknown": "this browser cannot check Ed25519 signatures",
  "verify.signature.valid": "valid",
  "verify.signature.invalid": "NOT VALID",
  "verify.missing": "missing",
  "verify.unchanged": "unchanged",
  "verify.changed": "CHANGED",
  "verify.noRead": "cannot be read",
  "verify.noVideo": "no video in this range",
  "verify.notReachable": "recorded, but not reachable when this was exported: left out",
  "verify.foreign": "not part of this export",
  "verify.badSignature": "The signature is not valid: the manifest was changed or is not from this key.",
  "verify.badFiles": "{bad} of {count} files are missing or changed.",
  "verify.unchecked":
    "All files fit the manifest, but this browser cannot check its signature. Use a current Chrome, Edge, Firefox or Safari.",
  "verify.extra":
    "The export is unchanged, and its signature is valid, but not all of the chosen files are part of it.",
  "verify.goodOne": "The file is unchanged, and the signature is valid.",
  "verify.good": "All {count} files are unchanged, and the signature is valid.",
} as const;

/** The texts that a browser shows about the application where it does not run. */
export const shell = {
  "shell.description": "Live and recorded camera video on one stage.",
  "shell.notStarted":
    "If this page stays empty, the browser is too old for it (it needs Chrome or Edge 110, Firefox 115, Safari 16.4, or newer), or a proxy does not pass its files on (docs/proxies.md).",
  "shell.noScript": "Proscenium needs JavaScript.",
  "shell.offline": "Proscenium: offline",
  "shell.offlineTitle": "The recorder cannot be reached",
  "shell.offlineText":
    "This computer is offline, or the recorder is. Video needs the recorder, so there is nothing to show until then.",
  "shell.retry": "Try again",
} as const;

/** The mails of the aggregator. */
export const mails = {
  "mails.camera-unreachable": "Camera unreachable",
  "mails.camera-back": "Camera recovered",
  "mails.server-unreachable": "Server unreachable",
  "mails.server-back": "Server recovered",
  "mails.server-error": "Server error",
  "mails.line": "{when}  {title}: {message}",
  "mails.more": "and {count} more",
  "mails.once":
    "Each of these is told once. A camera or server that is back is told of when it has been well for a minute.",
  "mails.period": "From {from} to {to} ({zone}).",
  "mails.noEvents": "There were no events.",
  "mails.events": "Events:",
  "mails.allWell": "Nothing is wrong now.",
  "mails.still": "Still so:",
  "mails.signature": "{sender}. Times are of {zone}.",
  "mails.testSubject": "{name}: test e-mail",
  "mails.testText": "This mail was sent by {name} to see whether its e-mails arrive.",
} as const;

/** A group of texts in another language. */
export type Translated<Group> = Readonly<Record<keyof Group, string>>;
