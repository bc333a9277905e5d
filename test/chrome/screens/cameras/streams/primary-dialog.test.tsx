// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const continuous = { mode: "ALL_FEATURES_MODE", motionReducer: false, filesplit: { motionMode: 0, recordState: true } };
const stream = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  recordingConfiguration: continuous,
  ...more,
});

let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

/** The question after a button of the streams' table. */
async function ask(
  main: object,
  button = "Make small the primary stream",
  title = button,
  others: readonly object[] = [stream("s2", "small")],
): Promise<{ question: HTMLElement; changes: () => string[] }> {
  const camera = {
    id: "c1",
    name: "Gate",
    driver: "ONVIF",
    capabilities: { camera: {}, stream: {} },
    primaryStream: { id: "s1" },
    streams: [stream("s1", "main", main), ...others],
  };
  const { asked, origin } = (server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/streams/status": { json: { statuses: [] } },
    "PATCH /service/cameras/c1": { json: { camera } },
  }));
  const product = renderProduct({ origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/cameras?camera=c1");
  fireEvent.click(await screen.findByRole("button", { name: button }));
  const question = await screen.findByRole("alertdialog", { name: title });
  const changes = () => asked.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  return { question, changes };
}

test("another primary stream is asked about first, with what is recorded no longer; Cancel changes nothing", async () => {
  const { question, changes } = await ask({});
  expect(question.textContent).toContain("The stage shows small for Gate from now on.");
  expect(question.textContent).toContain("main is no longer recorded.");
  fireEvent.click(within(question).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(changes()).toEqual([]);
});

test("the answer makes it so, and the keyboard stays at the stream", async () => {
  const { question, changes } = await ask({});
  fireEvent.click(within(question).getByRole("button", { name: "Make primary" }));
  await waitFor(() => expect(changes()).toEqual([JSON.stringify({ primaryStream: { id: "s2" } })]));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  const settings = screen.getByRole("button", { name: "Settings of stream small" });
  await waitFor(() => expect(document.activeElement).toBe(settings));
});

test.each([
  ["records also as a secondary one", { recordWhenSecondary: true }],
  ["was only passed on", { recordingConfiguration: { mode: "PROXY_ONLY_MODE", filesplit: { recordState: false } } }],
])("nothing is said of a stream that %s", async (_what, main) => {
  expect((await ask(main)).question.textContent).not.toContain("no longer recorded");
});

test("before the primary stream is deleted, the one that follows is named, and how it records", async () => {
  const small = stream("s2", "small", {
    recordingConfiguration: { mode: "PROXY_ONLY_MODE", filesplit: { recordState: false } },
  });
  const { question } = await ask({}, "Delete stream main", "Delete stream", [small, stream("s3", "third")]);
  expect(question.textContent).toContain("Delete the stream main?");
  expect(question.textContent).toContain(
    "The stage shows small for Gate from now on. Recording of small: proxy only (no video).",
  );
});

test("of a stream that is not the primary one nothing more is said; of the only one, that nothing remains", async () => {
  const { question } = await ask({}, "Delete stream small", "Delete stream");
  expect(question.textContent).not.toContain("from now on");
  cleanup();
  await server?.close();
  const only = await ask({}, "Delete stream main", "Delete stream", []);
  expect(only.question.textContent).toContain(
    "It is the only stream of Gate: nothing of this camera is shown or recorded any more.",
  );
});
