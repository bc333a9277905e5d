/**
 * The dialog about licences that are not normal (document 1, section 4). It shows the current state while it is open.
 */
import type { DialogStore } from "#state/dialog-store.ts";

/** Opens it; a dialog that waits, or is open, also shows newer changes. */
export const openLicenseDialog = (dialogs: DialogStore): void =>
  dialogs.change(({ queue }) => {
    if (!queue.some(({ kind }) => kind === "license")) queue.push({ kind: "license" });
  });

/** All licences are normal: the dialog has nothing left to show. */
export const closeLicenseDialog = (dialogs: DialogStore): void =>
  dialogs.change((facts) => {
    facts.queue = facts.queue.filter(({ kind }) => kind !== "license");
  });
