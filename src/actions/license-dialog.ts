/** The dialog that tells of licences which are not normal (document 1, section 4). It says how things stand while it is open. */
import type { DialogStore } from "#state/dialog-store.ts";

/** Opens it; one that waits, or is open, tells of what has come since as well. */
export const openLicenseDialog = (dialogs: DialogStore): void =>
  dialogs.change(({ queue }) => {
    if (!queue.some(({ kind }) => kind === "license")) queue.push({ kind: "license" });
  });

/** All licences are normal: there is nothing left for it to say. */
export const closeLicenseDialog = (dialogs: DialogStore): void =>
  dialogs.change((facts) => {
    facts.queue = facts.queue.filter(({ kind }) => kind !== "license");
  });
