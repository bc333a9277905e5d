import { expect, it } from "vitest";
import { hasRelayKey, isRelay, relayPassword } from "#recorder/http/relay/relay-proof.ts";

const TOKEN = "a-secret-of-this-test-1234";
const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

it("a relay's password opens the one stream that it was made for", () => {
  const own = basic(`relay:${relayPassword(TOKEN, "one")}`);
  expect(isRelay(own, TOKEN, "one")).toBe(true);
  for (const [given, token, stream] of [
    [own, TOKEN, "two"],
    [own, "another-secret-of-20-characters", "one"],
    [own, "", "one"],
    [basic(`admin:${relayPassword(TOKEN, "one")}`), TOKEN, "one"],
    [basic(`relay:${TOKEN}`), TOKEN, "one"],
    [`Bearer ${TOKEN}`, TOKEN, "one"],
    [basic(`relay:${relayPassword("", "one")}`), "", "one"],
    [null, TOKEN, "one"],
  ] as const)
    expect(isRelay(given, token, stream)).toBe(false);
});

it("the link needs the token itself, and a recorder without one takes nobody", () => {
  expect(hasRelayKey(`Bearer ${TOKEN}`, TOKEN)).toBe(true);
  for (const given of [undefined, "", "Bearer", `Bearer ${TOKEN}x`, basic(`relay:${TOKEN}`)])
    expect(hasRelayKey(given, TOKEN)).toBe(false);
  expect(hasRelayKey("Bearer ", "")).toBe(false);
});
