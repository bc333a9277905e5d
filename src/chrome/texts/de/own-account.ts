/** German. What everybody does with the own account. */
import type { ownAccountTexts as english } from "../en/own-account.ts";
import type { Translated } from "../translated.ts";

export const ownAccountTexts: Translated<typeof english> = {
  "own.password": "Kennwort ändern",
  "own.oldPassword": "Altes Kennwort",
  "own.newPassword": "Neues Kennwort",
  "own.newPasswordConfirm": "Neues Kennwort noch einmal",
  "own.newPasswordHint": "Mindestens {count} Zeichen, und keines, das jeder zuerst versucht.",
  "own.passwordEnds": "Hier bleiben Sie angemeldet. Alle Ihre anderen Sitzungen enden.",
  "own.passwordSave": "Kennwort ändern",
  "own.passwordChanged": "Ihr Kennwort wurde geändert.",
};
