// @vitest-environment jsdom
/**
 * The recorder closes the event socket of a session that has ended: the whole page is told, and reacts as its screen
 * demands.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compose } from "#app/composition.ts";
import type { Product } from "#chrome/product.ts";
import { credentials, me } from "#test/support/client/anna.ts";
import { SilentSocket } from "#test/support/machine/silent-socket.ts";

const ENDED = 4401;
/** ms: on a busy machine a part that is loaded late takes more than a second. */
const SOON = 5_000;

/** the page's own sockets, the newest last */
const sockets: OpenSocket[] = [];
class OpenSocket extends SilentSocket {
  constructor() {
    super();
    sockets.push(this);
  }
}

let asked: string[];
let isSessionAlive: boolean;
beforeEach(() => {
  asked = [];
  isSessionAlive = true;
  sockets.splice(0);
  vi.stubGlobal("WebSocket", OpenSocket);
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const { method, url } = new Request(input, init);
    const call = `${method} ${new URL(url).pathname}`;
    asked.push(call);
    const answers: Record<string, unknown> = {
      "GET /service/about": { edition: "standalone", version: "8.0.0" },
      "POST /service/sessions/user": me,
      ...(isSessionAlive ? { "GET /service/sessions/me": me } : {}),
    };
    const answer = answers[call];
    const status = call === "GET /service/sessions/me" ? 401 : 404;
    return Promise.resolve(answer === undefined ? new Response("{}", { status }) : Response.json(answer));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

/** The page with its event socket open. */
async function opened(enter: (product: Product) => Promise<unknown>): Promise<Product> {
  const { product } = compose();
  await product().session.start();
  await enter(product());
  await product().workspace();
  await vi.waitFor(() => expect(sockets).not.toEqual([]), SOON);
  sockets.at(-1)?.open();
  expect(product().stores.session.get().phase).toBe("signed-in");
  asked.splice(0);
  return product();
}

test("a page asks who it is, and is signed out where nobody is", async () => {
  const { stores } = await opened(({ session }) => session.signIn(credentials, false));
  isSessionAlive = false;
  sockets.at(-1)?.end(ENDED);
  await vi.waitFor(() => expect(stores.session.get().phase).toBe("signed-out"), SOON);
  expect(asked).toContain("GET /service/sessions/me");
  expect(stores.health.get().death).toBe("alive");
});

test("a page that is still signed in stays so: its cookie was renewed meanwhile", async () => {
  const { stores } = await opened(({ session }) => session.signIn(credentials, false));
  sockets.at(-1)?.end(ENDED);
  await vi.waitFor(() => expect(asked).toContain("GET /service/sessions/me"), SOON);
  expect(stores.session.get().phase).toBe("signed-in");
});

test("a player in somebody else's page asks its host for credentials, and plays on until they come", async () => {
  const postMessage = vi.fn<(message: { event: { type: string } }, origin: string) => void>();
  vi.stubGlobal("parent", { postMessage });
  history.replaceState(null, "", "/?single-player=s1");
  const { stores } = await opened(({ session }) => session.useToken("token"));
  // The player's chunk asks for the first credentials when it has come, which may be after the session is there.
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalled(), SOON);
  postMessage.mockClear();
  sockets.at(-1)?.end(ENDED);
  const told = () => postMessage.mock.calls.map(([{ event }]) => event.type);
  await vi.waitFor(() => expect(told()).toEqual(["awaiting-auth"]), SOON);
  expect(stores.session.get().phase).toBe("signed-in");
});
