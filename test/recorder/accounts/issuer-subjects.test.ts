import { beforeEach, expect, it } from "vitest";
import type { Permission } from "#domain/accounts/access.ts";
import { IssuerSubjects } from "#recorder/accounts/issuer-subjects.ts";

/** The contents of a user's tokens, whether they are still valid or not. */
const START_S = 1_000_000;
let nowS = START_S;
let subjects: IssuerSubjects;
const rescoped: string[] = [];
beforeEach(() => {
  nowS = START_S;
  subjects = new IssuerSubjects(() => nowS * 1000);
  rescoped.splice(0);
  subjects.onRescoped((before, now) =>
    rescoped.push([before, now].map(({ scope }) => scope.baseScope.join(",")).join(" > ")),
  );
});

/** The permissions that apply when a token of `ann` with these arrives. */
function hear(baseScope: Permission[], token: { issuedS: number; expiresS: number }): string[] {
  const told = {
    userId: "ann",
    username: "ann",
    role: "Viewer",
    superUser: false,
    scope: { baseScope, cameraScopes: [] },
  } as const;
  return [...subjects.hear(told, { issuedS: token.issuedS, expiresMs: token.expiresS * 1000 }).scope.baseScope];
}

it("the newest token says what holds, whichever proves the user", () => {
  const older = { issuedS: START_S - 20, expiresS: START_S + 600 };
  expect(hear(["live", "playback"], older)).toEqual(["live", "playback"]);
  expect(hear(["live"], { issuedS: START_S - 10, expiresS: START_S + 600 })).toEqual(["live"]);
  expect(hear(["live", "playback"], older)).toEqual(["live"]);
  expect(rescoped).toEqual(["live,playback > live"]);
});

it("a newest token that has ended gives an older one nothing back", () => {
  const older = { issuedS: START_S - 20, expiresS: START_S + 600 };
  expect(hear(["live"], { issuedS: START_S - 10, expiresS: START_S + 60 })).toEqual(["live"]);
  nowS += 120;
  expect(subjects.get("ann")).toBeNull();
  expect(hear(["live", "playback"], older)).toEqual(["live"]);
  expect(subjects.get("ann")?.scope.baseScope).toEqual(["live"]);
});

it("what was opened with tokens that have ended hears of the next one's rights", () => {
  hear(["live", "playback"], { issuedS: START_S, expiresS: START_S + 60 });
  nowS += 120;
  expect(hear(["live"], { issuedS: nowS, expiresS: nowS + 60 })).toEqual(["live"]);
  expect(rescoped).toEqual(["live,playback > live"]);
});

it("after the clock was put back, what is issued now is newer than what came from the future", () => {
  hear(["live", "playback"], { issuedS: START_S, expiresS: START_S + 600 });
  nowS -= 86_400;
  expect(hear(["live"], { issuedS: nowS, expiresS: nowS + 600 })).toEqual(["live"]);
  expect(hear(["live", "playback"], { issuedS: nowS - 10, expiresS: nowS + 600 })).toEqual(["live"]);
});
