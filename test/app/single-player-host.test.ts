// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { createSessionActions } from "#actions/session/session-actions.ts";
import { createSinglePlayer } from "#app/single-player.ts";
import { blankPlayer, createPlayerStore } from "#state/stage/player-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { createSinglePlayerStore } from "#state/stage/single-player-store.ts";
import { HttpClient } from "#transport/http.ts";
import { about } from "../chrome/support/render-product.tsx";

/** The embedded player in a page of `https://host.example`, and the messages that this page receives. */
function embedded() {
  const postMessage = vi.fn<(message: { event: { type: string } }, origin: string) => void>();
  vi.stubGlobal("parent", { postMessage });
  const http = new HttpClient({ origin: "http://recorder", token: () => null, onUnauthorized: () => undefined });
  const session = createSessionStore(true);
  const stores = {
    session,
    single: createSinglePlayerStore(null),
  };
  const host = createSinglePlayer({ stores, session: createSessionActions({ http, store: session }) });
  const players = createPlayerStore();
  const endPlayer = host.follow(players);
  session.change((facts) => {
    facts.about = { ...about, embedOrigins: ["https://host.example"] } as typeof facts.about;
  });
  const phase = (now: "signed-in" | "signed-out"): void => session.change((facts) => void (facts.phase = now));
  const heard = () =>
    postMessage.mock.calls.filter(([, origin]) => origin === "https://host.example").map(([{ event }]) => event.type);
  return { players, endPlayer, phase, heard };
}
type Change = Partial<ReturnType<typeof blankPlayer>>;

test("the host hears by which mode a player starts, that it plays, and that it stopped", () => {
  const { players, heard } = embedded();
  const put = (change: Change): void =>
    players.change(({ byTile }) => {
      byTile.a = { ...blankPlayer("a"), ...byTile.a, ...change };
    });
  expect(heard()).toEqual(["awaiting-auth"]);
  put({ mode: "webrtc", overlay: "connecting" });
  put({ overlay: "none" });
  // changed figures alone cause no message
  put({ retries: 1 });
  put({ overlay: "error" });
  put({ mode: "lowbandwidth", overlay: "connecting" });
  put({ overlay: "none" });
  players.change((facts) => {
    facts.byTile = {};
  });
  expect(heard()).toEqual(["awaiting-auth", "play-webrtc", "playing", "play-jpeg", "playing", "stop"]);
});

test("a page that is left says stop", () => {
  const { heard } = embedded();
  dispatchEvent(new Event("pagehide"));
  expect(heard()).toEqual(["awaiting-auth", "stop"]);
});

test("a session that ends asks the host for the next credentials, after the end of its player", async () => {
  const { phase, players, endPlayer, heard } = embedded();
  phase("signed-out");
  await Promise.resolve();
  expect(heard()).toEqual(["awaiting-auth"]);
  phase("signed-in");
  players.change(({ byTile }) => {
    byTile.a = { ...blankPlayer("a"), overlay: "none" };
  });
  phase("signed-out");
  endPlayer();
  await Promise.resolve();
  expect(heard()).toEqual(["awaiting-auth", "playing", "stop", "awaiting-auth"]);
});
