/**
 * The English texts of what leaves the product or stands beside it: exported pages, mails, what a browser shows without the
 * application. They are part of the one catalogue (`src/chrome/texts`) and stand here because the recorder writes most of
 * them and sees nothing of the chrome. Each group by itself: whoever needs one carries no other. `{name}` is all the ICU in
 * them: nothing that formats more comes along.
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

/** What a browser says of the application where that does not run. */
export const shell = {
  "shell.description": "Live and recorded camera video on one stage.",
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

/** What the watch over the servers says; it stands in the mails. */
export const troubles = {
  "trouble.serverAway": "{name} cannot be reached: {reason}.",
  "trouble.serverBack": "{name} can be reached again.",
  "trouble.cameraAway": "{camera} on {name} sends no pictures.",
  "trouble.cameraBack": "{camera} on {name} is back.",
  "trouble.storage": "{name}: storage error detected, the storage device changed.",
  "trouble.license": "{name}: license error detected, recording and cleaning stopped.",
} as const;

/** What happened, as the system report lists it, and what is wrong with a licence. */
export const events = {
  "event.recorderStarted": "The recorder has started.",
  "event.recorderStopped": "The recorder was stopped.",
  "event.aggregatorStarted": "The aggregator has started.",
  "event.aggregatorStopped": "The aggregator was stopped.",
  "event.streamRunning": "{name} is running.",
  "event.lost.idle": "{name} is idle.",
  "event.lost.starting": "{name} is starting.",
  "event.lost.restarting": "{name} is restarting.",
  "event.why.idle": "{name} is idle. {reason}",
  "event.why.starting": "{name} is starting. {reason}",
  "event.why.restarting": "{name} is restarting. {reason}",
  "event.storageOk": "Recordings are written again.",
  "event.storage.full": "Recordings cannot be written: full. {reason}",
  "event.storage.unwritable": "Recordings cannot be written: unwritable. {reason}",
  "event.indexReplaced":
    "The index of recordings was damaged ({file}) and is made anew from the files. All its marks were taken over: {locks} evidence locks, {bookmarks} bookmarks.",
  "event.indexReplacedPartly":
    "The index of recordings was damaged ({file}) and is made anew from the files. {locks} evidence locks and {bookmarks} bookmarks could be taken over; others may be lost.",
  "event.indexMissing":
    "The index of recordings was missing or empty and is made anew from the files. Evidence locks and bookmarks that it held are lost.",
  "event.mediaGone": "A process of the recorder ended and was started again: recordings were interrupted.",
  "event.licenseValid": "The license is valid again.",
  "event.licenseRemoved": "The license was removed.",
  "event.licenseInstalled": "A license was installed.",
  "event.licensePending": "Restart the server to apply the license.",
  "event.storageChanged": "The storage device has changed.",
  "event.storageChangedLicense": "The storage device has changed. Activate the license again to use this one.",
  "event.licenseOtherMachine": "The license is for another machine.",
  "event.licenseExpired": "The license has expired.",
  "event.licenseCovers": "The license covers {cameras} cameras, there are {count}.",
  "event.mailRefused": "{name}: not taken for {addresses}",
  "event.mailServerRemoved": "{name}: its SMTP server was removed",
  "event.sceneChanged": "{name} reports that its whole picture has changed.",
  "event.viewBlocked": "{name} reports that its view is blocked or unusable.",
  "event.viewUsable": "{name} reports that its view is usable again.",
  "event.sensorDark": "{name} reports that its sensor gives no picture.",
  "event.sensorBack": "{name} reports that its sensor gives pictures again.",
  "event.hardwareFault.about": "{name} reports a hardware failure: {about}.",
  "event.hardwareFault": "{name} reports a hardware failure.",
  "event.hardwareOk.about": "{name} reports that a hardware failure is over: {about}.",
  "event.hardwareOk": "{name} reports that a hardware failure is over.",
  "event.inputOn.about": "{name} reports that an input is on: {about}.",
  "event.inputOn": "{name} reports that an input is on.",
  "event.inputOff.about": "{name} reports that an input is off: {about}.",
  "event.inputOff": "{name} reports that an input is off.",
  "event.ruleMet.about": "{name} reports that its rule was met: {about}.",
  "event.ruleMet": "{name} reports that its rule was met.",
  "event.tooMuch": "{name} reports too much: the rest is left out for ten minutes.",
} as const;

/** A group of texts in another language. */
export type Translated<Group> = Readonly<Record<keyof Group, string>>;
