/** English. What everybody does with the own account. */
export const ownAccountTexts = {
  "own.password": "Change password",
  "own.oldPassword": "Old password",
  "own.newPassword": "New password",
  "own.newPasswordConfirm": "New password once more",
  "own.newPasswordHint":
    "At least {count, plural, one {# character} other {# characters}}, and none that everybody tries first.",
  "own.passwordEnds": "You stay signed in here. All your other sessions end.",
  "own.passwordSave": "Change password",
  "own.passwordChanged": "Your password has been changed.",
  "factor.title": "Second factor",
  "factor.setUp": "Set up the second factor",
  "factor.about":
    "Signing in will then also ask for a code of an authenticator app on your phone. Programs and players that sign in with your name and password alone will no longer get in, and your other sessions end.",
  "factor.mustHave": "This account must have a second factor. Set it up now; the first code signs you in.",
  "factor.password": "Your password",
  "factor.next": "Next",
  "factor.confirm": "Confirm",
  "factor.scan": "Scan this picture with an authenticator app.",
  "factor.picture": "Key as a QR code",
  "factor.orType": "Or type this key into it:",
  "factor.code": "Code",
  "factor.codeTitle": "Enter your code",
  "factor.codeHint": "The six digits that your authenticator shows now, or a recovery code.",
  "factor.firstCodeHint": "The six digits that your authenticator shows now.",
  "factor.codes": "Recovery codes",
  "factor.codesText":
    "Keep these codes in a safe place. Each of them signs you in once when your phone is not there. They are not shown again.",
  "factor.copy": "Copy the recovery codes",
  "factor.copied": "The recovery codes have been copied.",
  "factor.copyFailed": "The recovery codes could not be copied. Write them down.",
  "factor.kept": "I have kept them",
  "factor.active":
    "Signing in asks for a code. {count, plural, one {# recovery code is} other {# recovery codes are}} left.",
  "factor.remove": "Remove the second factor",
  "factor.removed": "The second factor has been removed.",
} as const;
