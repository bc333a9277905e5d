// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const GB = 1024 ** 3;
const spec = (name: string, more: object = {}) => ({
  name,
  path: `/mnt/${name}`,
  role: "record",
  reserve: 0,
  weight: 1,
  ...more,
});
const used = (name: string, more: object = {}) => ({
  ...spec(name),
  state: "ok",
  reason: "",
  capacity: 100 * GB,
  free: 40 * GB,
  archivesSize: 30 * GB,
  oldest: 1,
  newest: 2,
  bytesPerSecond: 0,
  streams: 1,
  ...more,
});
/** Three days in the middle of their hours: the same days in every zone of the tests. */
const held = { bytes: 30 * GB, seconds: 7200, oldest: Date.UTC(2026, 4, 1, 12), newest: Date.UTC(2026, 4, 3, 12) };
const asked: { method: string; path: string; body: unknown }[] = [];
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  asked.splice(0);
  await server?.close();
  server = null;
});

type Answer = { status?: number; json: object };
async function open(
  list: { readonly volumes: readonly object[]; readonly isPending: boolean } | (() => object),
  disks: object[] | null,
  add: () => Answer = () => ({ status: 201, json: spec("c") }),
) {
  const note = (method: string, path: string, answer: () => Answer) => (request: { body: string }) => {
    asked.push({ method, path, body: request.body === "" ? null : JSON.parse(request.body) });
    return answer();
  };
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [] } },
    "GET /service/cameras/disk-usage": { json: { cameras: [] } },
    "GET /service/server/utilization/disk": {
      json: {
        storage: { capacity: 200 * GB, free: 80 * GB, unavailable: 0 },
        cleanerThreshold: 85,
        archivesSize: 60 * GB,
        maxUsage: 170 * GB,
        thresholdPercentage: 85,
        ...(disks ? { volumes: disks } : {}),
      },
    },
    "GET /service/license-session": { json: { state: { status: "normal" }, license: { edition: "trial" } } },
    "GET /service/server/volumes": () => ({ json: typeof list === "function" ? list() : list }),
    "POST /service/server/volumes": note("POST", "", add),
    "PATCH /service/server/volumes/a": note("PATCH", "a", () => ({ json: spec("a", { role: "drain" }) })),
    "GET /service/server/volumes/b/recordings": {
      json: {
        ...held,
        name: "b",
        cameras: [
          { id: "1", name: "Gate", ...held },
          { id: "", name: "", ...held },
        ],
      },
    },
    "DELETE /service/server/volumes/b/recordings": note("DELETE", "b/recordings", () => ({
      status: 202,
      json: { ...held, name: "b", cameras: [] },
    })),
    "DELETE /service/server/volumes/a": note("DELETE", "a", () => ({ status: 204, json: {} })),
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
  return product;
}
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByRole("textbox", { name: label }), { target: { value } });

test("a volume is added; what is probably a mistake is asked about first", async () => {
  const refusals = [
    { code: "volume/same-disk", reason: "", params: { name: "a" } },
    { code: "volume/foreign", reason: "", params: { path: "/mnt/c" } },
  ];
  await open({ volumes: [spec("a"), spec("b")], isPending: false }, [used("a"), used("b")], () => {
    const json = refusals.shift();
    return json ? { status: 409, json } : { status: 201, json: spec("c") };
  });
  fireEvent.click(await screen.findByRole("button", { name: "Add volume…" }));
  const add = await screen.findByRole<HTMLButtonElement>("button", { name: "Add" });
  expect(add.disabled).toBe(true);
  type("Name", "c");
  type("Folder", "/mnt/c");
  type("Reserve (GB)", "1,5");
  fireEvent.click(add);
  expect(await screen.findByText(/It lies on the same disk as the volume a/)).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "Use it although it is on the same disk" }));
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByText(/was used by another recorder/)).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "Take over what lies there" }));
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  const body = { name: "c", path: "/mnt/c", role: "record", reserve: 1.5 * GB, weight: 1 };
  expect(asked.map((one) => one.body)).toEqual([
    { ...body, accept: [] },
    { ...body, accept: ["same-disk"] },
    { ...body, accept: ["same-disk", "foreign"] },
  ]);
});

test("what a drain will do is said before it begins, and how far it is afterwards", async () => {
  const drain = { state: "moving", moved: 10 * GB, reason: "" };
  await open({ volumes: [spec("a", { reserve: 5 }), spec("b")], isPending: false }, [
    used("a", { reserve: 5 }),
    used("b", { drain, role: "drain", archivesSize: 30 * GB }),
  ]);
  expect(await screen.findByText("is drained: 25 %, 30.0 GB left")).toBeTruthy();
  cleanup();
  await server?.close();
  await open({ volumes: [spec("a", { reserve: 5 }), spec("b")], isPending: false }, [
    used("a", { reserve: 5 }),
    used("b", { free: 10 * GB }),
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "Change volume a" }));
  fireEvent.click(await screen.findByRole("button", { name: /Role/ }));
  fireEvent.click(await screen.findByRole("option", { name: "is drained" }));
  expect(await screen.findByText(/30.0 GB are to go to the other volumes, which have only 10.0 GB free/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(asked).toEqual([{ method: "PATCH", path: "a", body: { role: "drain", reserve: 5, weight: 1 } }]);
});

test("after how many days recordings go on is set, and taken back; where they go, and how far that is, is said", async () => {
  const keep = used("b", { role: "keep", free: 20 * GB });
  const onward = { state: "moving", moved: 10 * GB, reason: "" };
  const list = (more: object) => ({ volumes: [spec("a", more), spec("b", { role: "keep" })], isPending: false });
  await open(list({}), [used("a"), keep]);
  fireEvent.click(await screen.findByRole("button", { name: "Change volume a" }));
  await screen.findByRole("dialog");
  type("Move on after (days)", "7");
  expect(screen.getByText(/goes to b \(20.0 GB free\)/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => asked.map(({ body }) => body)).toMatchObject([{ moveAfterDays: 7 }]);
  cleanup();
  await server?.close();
  await open(list({ moveAfterDays: 7 }), [used("a", { moveAfterDays: 7, onward }), used("b")]);
  expect(await screen.findByText("moves on after 7 days: 10.0 GB so far")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Change volume a" }));
  expect(await screen.findByText(/There is no volume with the role “keeps only”/)).toBeTruthy();
  type("Move on after (days)", "");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => asked.map(({ body }) => body)).toMatchObject([{ moveAfterDays: 7 }, { moveAfterDays: null }]);
});

test("how long recordings stay on each, and what follows, is said where it is known", async () => {
  await open({ volumes: [spec("a"), spec("b", { role: "keep" }), spec("c")], isPending: false }, [
    used("a", { estimate: { days: 3.04, end: "moves" } }),
    used("b", { role: "keep", estimate: { days: 20, end: "archive" } }),
    used("c", { estimate: { days: 1, end: "something newer" } }),
    used("d"),
  ]);
  expect(await screen.findByText("about 3 days, then moves on")).toBeTruthy();
  expect(screen.getByText("about 20 days more, then only in the archive (S3)")).toBeTruthy();
  expect(screen.getByText("about 1 day, then removed")).toBeTruthy();
  expect(screen.getAllByText(/^about/)).toHaveLength(3);
});

test("what of it goes on is chosen, and what that means is said", async () => {
  const list = (more: object) => ({ volumes: [spec("a", more), spec("b", { role: "keep" })], isPending: false });
  const moveOnly = { what: "motion", cameras: null };
  await open(list({ moveAfterDays: 7 }), [used("a"), used("b", { role: "keep", free: 20 * GB })]);
  fireEvent.click(await screen.findByRole("button", { name: "Change volume a" }));
  fireEvent.click(await screen.findByRole("button", { name: /Of these/ }));
  fireEvent.click(await screen.findByRole("option", { name: "recordings with motion" }));
  expect(await screen.findByText(/only what is chosen here goes to b \(20.0 GB free\)/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => asked.map(({ body }) => body)).toMatchObject([{ moveAfterDays: 7, moveOnly }]);
  cleanup();
  await server?.close();
  await open(list({ moveAfterDays: 7, moveOnly }), [used("a"), used("b", { role: "keep" })]);
  fireEvent.click(await screen.findByRole("button", { name: "Change volume a" }));
  fireEvent.click(await screen.findByRole("button", { name: /Of these/ }));
  fireEvent.click(await screen.findByRole("option", { name: "all recordings" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ moveOnly: null });
});

test("what becomes of the recordings is said before a volume is removed", async () => {
  await open({ volumes: [spec("a"), spec("b")], isPending: false }, [used("a"), used("b")]);
  fireEvent.click(await screen.findByRole("button", { name: "Remove volume a" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByText(/30.0 GB of recordings stay there/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await expect.poll(() => asked).toMatchObject([{ method: "DELETE", path: "a" }]);
});

test("a recorder with one folder begins with its volumes at the next start", async () => {
  await open({ volumes: [], isPending: false }, null);
  expect(await screen.findByText("All recordings lie in one folder.")).toBeTruthy();
  cleanup();
  await server?.close();
  await open({ volumes: [spec("main"), spec("a")], isPending: true }, null);
  expect(await screen.findByText(/from its next start. Restart it/)).toBeTruthy();
  expect(screen.getAllByText("from the next start")).toHaveLength(2);
});

test("what a lost disk held is forgotten, after it was said what that is; one that is there has no such button", async () => {
  await open({ volumes: [spec("a"), spec("b")], isPending: false }, [used("a"), used("b", { state: "gone" })]);
  fireEvent.click(await screen.findByRole("button", { name: "Forget what was on the volume b" }));
  expect(screen.queryByRole("button", { name: "Forget what was on the volume a" })).toBeNull();
  const dialog = await screen.findByRole("alertdialog");
  expect(
    await within(dialog).findByText(/30.0 GB of recordings, 2 hours of 2 cameras, go out of the index/),
  ).toBeTruthy();
  expect(within(dialog).getByText(/^Gate: 30.0 GB, .*1.* – .*3/)).toBeTruthy();
  expect(within(dialog).getByText(/^Unknown camera: 30.0 GB/)).toBeTruthy();
  expect(within(dialog).getByText(/No file is touched/)).toBeTruthy();
  expect(within(dialog).getByText(/stays in the list until you remove it/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Forget" }));
  await expect.poll(() => asked).toMatchObject([{ method: "DELETE", path: "b/recordings" }]);
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
});

test("how much is left to be forgotten is shown, also of a volume that is no longer in the list", async () => {
  const removed = { state: "removed", path: "", capacity: 0, archivesSize: 20 * GB };
  await open({ volumes: [spec("a")], isPending: false }, [used("a"), used("old", { ...removed, forgetting: true })]);
  expect(await screen.findByText("is being forgotten: 20.0 GB left")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Forget what was/ })).toBeNull();
});

test("another administrator changes a volume meanwhile: the dialog says so, and keeps what was not typed here", async () => {
  let a = spec("a", { reserve: 5 });
  const { events } = await open(() => ({ volumes: [a, spec("b")], isPending: false }), [used("a"), used("b")]);
  fireEvent.click(await screen.findByRole("button", { name: "Change volume a" }));
  await screen.findByRole("dialog");
  const warning = () => screen.queryByText(/^Somebody else has changed this meanwhile\./);
  expect(warning()).toBeNull();
  type("Weight", "3");
  a = spec("a", { reserve: 7, role: "keep" });
  act(() => events.emit("servers", null));
  await expect.poll(warning).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => asked.map(({ body }) => body)).toEqual([{ role: "keep", reserve: 7, weight: 3 }]);
});
