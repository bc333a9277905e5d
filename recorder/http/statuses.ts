/** Which HTTP status an expected failure has: by its code, else by its last word. */

const byCode = new Map<string, number>([
  ["session/wrong", 401],
  ["session/issuer-unreachable", 502],
  ["session/required", 401],
  ["session/locked", 429],
  // Not 401: the session itself is good, and stays.
  ["session/confirm", 403],
  ["session/unknown", 404],
  ["access/denied", 403],
  ["access/origin", 403],
  ["archive/none", 404],
  ["stream/not-running", 409],
  ["stream/fixed", 409],
  ["stream/too-many", 409],
  ["stage/too-many", 409],
  ["group/too-many", 409],
  ["mark/too-many", 409],
  ["stage/read-only", 403],
  ["stage/share", 403],
  ["user/exists", 409],
  ["user/protected", 403],
  ["user/self", 403],
  ["media/unavailable", 503],
  ["process/gone", 503],
  ["process/timeout", 504],
  ["process/failed", 500],
  ["process/unknown", 501],
  ["whep/bad-offer", 400],
  ["whep/codec", 406],
  ["whep/no-trickle", 405],
  ["ptz/too-many-presets", 409],
  ["license/none", 404],
  ["license/no-service", 503],
  ["license/cameras", 409],
  ["license/invalid", 422],
  ["activation/unreachable", 502],
  ["activation/refused", 422],
  ["export/busy", 429],
  ["export/unavailable", 503],
  ["export/failed", 500],
  ["export/disk", 507],
  ["live/too-many", 429],
  ["camera/exists", 409],
  ["camera/password-required", 422],
  ["smtp-server/password-required", 422],
  ["smtp-server/too-many", 409],
  ["notification/too-many", 409],
]);

const byWord = new Map<string, number>([
  ["unknown", 404],
  ["none", 404],
  ["unsupported", 409],
  // A camera's address or password that somebody typed: theirs to correct, no failure of this server or one before it.
  ["unreachable", 422],
  ["unauthorized", 422],
  ["timeout", 504],
]);

/** 400 for what nothing else is known about. */
export const statusOf = (code: string): number =>
  byCode.get(code) ?? byWord.get(code.slice(code.lastIndexOf("/") + 1)) ?? 400;
