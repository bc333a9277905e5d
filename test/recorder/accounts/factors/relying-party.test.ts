import { expect, it } from "vitest";
import { relyingParty } from "#recorder/accounts/factors/relying-party.ts";

it.each([
  ["https://wall.example", "wall.example"],
  ["https://wall.example:8443", "wall.example"],
  ["https://recorder", "recorder"],
  ["http://localhost:8080", "localhost"],
  ["http://cams.localhost", "cams.localhost"],
  ["https://localhost", "localhost"],
])("passkeys of a page at %s are for %s", (origin, host) => {
  expect(relyingParty({ origin })).toEqual({ ok: true, value: host });
});

it.each([
  "http://wall.example",
  "http://192.0.2.7:8080",
  "https://192.0.2.7",
  "https://[2001:db8::1]",
  "http://127.0.0.1:8080",
  "https://3221225985",
  "http://localhost.evil.example",
  "file:///index.html",
  "null",
  "",
])("a page at %j has none, and is told so", (origin) => {
  expect(relyingParty({ origin })).toMatchObject({
    ok: false,
    error: { code: "session/passkey-address", params: { origin } },
  });
});
