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
} as const;
