import { randomBytes } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, it } from "vitest";
import { TOKEN_LOOKS_MAX } from "#protocol/token-views.ts";
import { unpackScope } from "#recorder/accounts/compact-scope.ts";
import { MAX_TOKEN_LENGTH } from "#recorder/accounts/trusted-issuer.ts";
import { serverOfToken, TokenMinter, type TokenUser } from "#recorder/aggregator/servers/asking/token-minter.ts";

const key = randomBytes(32);
const START_MS = 1_800_000_000_000;
let nowMs = START_MS;
const minter = new TokenMinter(() => nowMs);
const issue = { orchidId: "north", key, clockOffsetMs: 0 };
const uma: TokenUser = {
  id: "u1",
  username: "uma",
  role: "",
  scope: { baseScope: ["live"], cameraScopes: [{ id: "gate", scope: ["live", "playback"] }] },
  session: null,
};

it("says who it is and what they may do, and a role only for administrators", async () => {
  nowMs = START_MS;
  const token = await minter.mint(issue, uma);
  expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", kid: "north" });
  expect(decodeJwt(token)).toEqual({
    sub: "u1",
    name: "uma",
    scope: { baseScope: ["live"], cameraScopes: [{ id: "gate", scope: ["live", "playback"] }] },
    iat: START_MS / 1000,
    exp: START_MS / 1000 + 600,
  });
  const admin = await minter.mint(issue, { ...uma, id: "u2", role: "Administrator" });
  expect(decodeJwt(admin)).toMatchObject({ sub: "u2", role: "Administrator" });
});

it("is the same until two minutes before its end; other rights, another user and another server have another", async () => {
  nowMs = START_MS;
  const token = await minter.mint(issue, uma);
  nowMs += 479_000;
  expect(await minter.mint(issue, uma)).toBe(token);
  const others = await Promise.all([
    minter.mint(issue, { ...uma, scope: { baseScope: [], cameraScopes: [] } }),
    minter.mint(issue, { ...uma, id: "u3" }),
    minter.mint({ ...issue, orchidId: "south" }, uma),
  ]);
  expect(new Set([token, ...others]).size).toBe(4);
  nowMs += 2000;
  expect(await minter.mint(issue, uma)).not.toBe(token);
});

it("whoever still has the key before the last registration spoils no token of the new one", async () => {
  nowMs = START_MS;
  const other = { ...issue, key: randomBytes(32) };
  minter.forget(issue.orchidId);
  const late = await minter.mint(issue, uma);
  const fresh = await minter.mint(other, uma);
  expect(fresh).not.toBe(late);
  expect(await minter.read(fresh, other)).toMatchObject({ userId: "u1" });
});

it("goes by the recorder's clock, and is made anew when that is set", async () => {
  nowMs = START_MS;
  const token = await minter.mint({ ...issue, clockOffsetMs: -3_600_000 }, uma);
  expect(decodeJwt(token).iat).toBe(START_MS / 1000 - 3600);
  expect(await minter.mint({ ...issue, clockOffsetMs: -3_600_500 }, uma)).toBe(token);
  expect(decodeJwt(await minter.mint(issue, uma)).iat).toBe(START_MS / 1000);
});

it("tells its user to whoever has the key, until it has expired", async () => {
  nowMs = START_MS;
  const token = await minter.mint({ ...issue, clockOffsetMs: 60_000 }, uma);
  const theirs = { ...issue, clockOffsetMs: 60_000 };
  expect(serverOfToken(token)).toBe("north");
  expect(serverOfToken("a.b.c")).toBeNull();
  expect(await minter.read(token, theirs)).toMatchObject({ userId: "u1" });
  expect(await minter.read(token, { ...theirs, key: randomBytes(32) })).toBeNull();
  nowMs += 610_000;
  expect(await minter.read(token, theirs)).toBeNull();
});

it("names the session that it is for, each session has its own, and none from before other rights comes back", async () => {
  nowMs = START_MS;
  const [one, two] = [
    { ...uma, session: "one" },
    { ...uma, session: "two" },
  ];
  const first = await minter.mint(issue, one);
  const second = await minter.mint(issue, two);
  expect([decodeJwt(first)["sid"], decodeJwt(second)["sid"]]).toEqual(["one", "two"]);
  expect(await minter.read(first, issue)).toEqual({ userId: "u1", session: "one" });
  expect([await minter.mint(issue, one), await minter.mint(issue, two)]).toEqual([first, second]);
  nowMs += 1000;
  const less = { ...two, scope: { baseScope: [], cameraScopes: [] } };
  await minter.mint(issue, less);
  nowMs += 1000;
  // The newest token counts for the recorder: an older token must not repeat outdated rights.
  expect(decodeJwt(await minter.mint(issue, one)).iat).toBe(START_MS / 1000 + 2);
});

it("is short enough for HTTP with five thousand cameras, each named by itself", async () => {
  nowMs = START_MS;
  const abilities = [["live"], ["live", "playback"], []] as const;
  const cameraScopes = Array.from({ length: 5000 }, (_one, index) => ({
    id: `camera-with-${index}`,
    scope: abilities[index % 3] ?? [],
  }));
  const scope = { baseScope: ["live"], cameraScopes };
  const token = await minter.mint(issue, { ...uma, id: "u9", scope, session: "a".repeat(64) });
  expect(token.length).toBeLessThan(MAX_TOKEN_LENGTH);
  const ids = cameraScopes.slice(0, 100).map(({ id }) => id);
  expect(unpackScope(String(decodeJwt(token)["scope"]), ids)).toEqual({
    baseScope: ["live"],
    cameraScopes: cameraScopes.slice(0, 100),
  });
});

it("is forgotten with its server", async () => {
  nowMs = START_MS;
  const token = await minter.mint(issue, uma);
  minter.forget("north");
  nowMs += 1000;
  expect(await minter.mint(issue, uma)).not.toBe(token);
});

const shows = (pan: number) => ({
  mode: 1 as const,
  view: { pan, tilt: 60, zoom: 2 },
  shift: 0,
  layout: "single" as const,
  panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 },
});

it.each([1, 3000])(
  "what is granted by views is told apart, and beside it nothing of that camera (%i cameras)",
  async (count) => {
    nowMs = START_MS;
    const others = Array.from({ length: count }, (_, at) => ({ id: `other-${at}`, scope: ["live", "playback"] }));
    const byViews = { id: "shop", scope: ["live"], views: ["till", "door"], looks: [shows(10), shows(20)] };
    const scope = { baseScope: ["live"], cameraScopes: [byViews, ...others] };
    const claims = decodeJwt(await minter.mint(issue, { ...uma, id: `by-views-${count}`, scope }));
    const { mode, view, shift } = shows(10);
    expect(claims.byViews).toEqual([
      {
        id: "shop",
        scope: ["live"],
        looks: [
          { mode, view, shift },
          { mode, view: { ...view, pan: 20 }, shift },
        ],
      },
    ]);
    const plain = typeof claims.scope === "string" ? unpackScope(claims.scope, ["shop", "other-0"]) : claims.scope;
    expect(plain).toMatchObject({ cameraScopes: [{ id: "shop", scope: [] }, { id: "other-0" }] });
  },
);

it("has room for so many views, and grants none beyond them", async () => {
  nowMs = START_MS;
  const looks = Array.from({ length: 150 }, (_, at) => ({
    ...shows(at),
    shift: -123.456_789_012_3,
    layout: "quad" as const,
  }));
  const scope = {
    baseScope: [],
    cameraScopes: ["shop", "hall"].map((id) => ({ id, scope: ["live"], views: ["any"], looks })),
  };
  const token = await minter.mint(issue, { ...uma, id: "many", scope });
  const { byViews } = decodeJwt<{ byViews: { looks: unknown[] }[] }>(token);
  expect(byViews.map((one) => one.looks.length)).toEqual([TOKEN_LOOKS_MAX, 0]);
  expect(token.length).toBeLessThan(MAX_TOKEN_LENGTH);
});
