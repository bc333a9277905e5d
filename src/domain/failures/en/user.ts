/** English. Users and their passwords. */
import type { user as rows } from "../rows/user.ts";
import type { TextsOf } from "../texts-of.ts";

export const user: TextsOf<typeof rows> = {
  "user/unknown": "There is no such user.",
  "user/exists": "A user already exists with name {name}",
  "user/protected": "This account cannot be deleted, renamed or given another role.",
  "user/self": "You cannot delete your own account.",
  "user/edit-self": "You are editing your own account. You will be signed out.",
  "user/name": "{cause}",
  "user/name-required": "Username is required.",
  "user/name-characters": "Username may contain letters, digits and underscores only.",
  "user/name-too-long": "Username must be {count} characters or fewer.",
  "user/password-required": "Password is required.",
  "user/password-too-short": "Password must be at least {count} characters.",
  "user/password-common": "This password is one of those that everybody tries first. Choose another.",
  "user/password-mismatch": "Passwords do not match.",
  "user/email-invalid": "Enter an address like name@example.org, or none.",
  "user/delete-failed": "Failed to delete user {name}",
  "user/fetch-failed": "failed to fetch users",
  "user/delete-error": "error occurred while deleting user",
  "bulk/failed": "{host}: {status}",
  "bulk/no-query": "no action (cannot query server)",
  "bulk/no-user": "no action (user does not exist)",
  "bulk/removed": "user will be removed",
  "bulk/created": "user will be created",
  "bulk/updated": "user will be updated",
  "bulk/exists": "no action (user exists already)",
  "bulk/name-taken": "no action (another user has this name)",
  "bulk/protected": "no action (this account is protected)",
  "bulk/same": "no action (nothing would change)",
};
