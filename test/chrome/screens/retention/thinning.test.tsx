// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { asked, closeAfterEach, GB, open, press } from "./open-bucket.ts";

closeAfterEach();
const rule = { what: "motion", afterDays: 30, marginS: 10, cameras: null as string[] | null };
const state = { rule: null as object | null, state: "idle", files: 0, freedBytes: 0, stuck: 0, reason: "" };
const set = { ...state, rule };
const due = { files: 1200, bytes: 90 * GB, recorded: 20 * 3_600_000, freedBytes: 80 * GB, gone: 18 * 3_600_000 };
const at = (now: object, more: Parameters<typeof open>[1] = {}) =>
  open(null, {
    "GET /service/server/thinning": () => ({ json: now }),
    "POST /service/server/thinning/due": () => ({ json: { ...due, isMore: false } }),
    "PUT /service/server/thinning": () => ({ json: set }),
    "DELETE /service/server/thinning": () => ({ status: 204, json: {} }),
    ...more,
  });
const changes = () => asked.filter(({ what }) => /^(PUT|DELETE)/.test(what));

test("a server that knows nothing of it is shown without", async () => {
  await open(null);
  await screen.findByText("All recordings lie in one folder.");
  expect(screen.queryByText("Thinning out")).toBeNull();
});

test("nothing is set before somebody has seen what goes and has agreed to it", async () => {
  await at(state);
  expect(await screen.findByText(/^Recordings are kept whole until they are removed/)).toBeTruthy();
  const card = screen.getByText("Thinning out").closest("section") ?? document.body;
  fireEvent.click(within(card).getByRole("button", { name: "Set up…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const save = () => dialog.getByRole<HTMLButtonElement>("button", { name: "Thin out" });
  expect(dialog.getByText(/counts as kept, also for cameras that override/)).toBeTruthy();
  expect(
    await dialog.findByText(
      /^At once 1,200 recordings, 20 hours \(90\.0 GB\), would become key pictures: about 80\.0 GB/,
    ),
  ).toBeTruthy();
  expect(save().disabled || save().getAttribute("aria-disabled") === "true").toBe(true);
  fireEvent.click(dialog.getByRole("checkbox", { name: "What goes cannot be brought back." }));
  await waitFor(() => expect(save().disabled).toBe(false));
  // Another rule is another question.
  fireEvent.change(dialog.getByLabelText("After (days)"), { target: { value: "60" } });
  await waitFor(() => expect(save().disabled).toBe(true));
  fireEvent.change(dialog.getByLabelText("After (days)"), { target: { value: "nonsense" } });
  expect(dialog.queryByText(/^At once/)).toBeNull();
  fireEvent.change(dialog.getByLabelText("After (days)"), { target: { value: "45" } });
  await dialog.findByText(/^At once/);
  fireEvent.click(dialog.getByRole("checkbox", { name: "What goes cannot be brought back." }));
  await waitFor(() => expect(save().disabled).toBe(false));
  fireEvent.click(save());
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()).toEqual([{ what: "PUT /service/server/thinning", body: { ...rule, what: "keys", afterDays: 45 } }]);
});

test("what it would do of motion is said by hours that go", async () => {
  await at(set);
  await press("Change…");
  expect(await screen.findByText(/about 18 hours without motion go, and 80\.0 GB become free\.$/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Before and after motion (seconds)").value).toBe("10");
});

test("while it cannot be said what it would do, nothing can be saved", async () => {
  await at(set, { "POST /service/server/thinning/due": () => ({ status: 500, json: {} }) });
  await press("Change…");
  expect(await screen.findByText(/^It cannot be said now/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /brought back/ }).disabled).toBe(true);
});

test("how far it is, what could not be done, and the end of it", async () => {
  await at({ ...set, rule: { ...rule, cameras: ["a", "b"] }, files: 3, freedBytes: 2 * GB, stuck: 1, reason: "EROFS" });
  expect(
    await screen.findByText(
      "Of recordings older than 30 days only motion remains, with 10 seconds before and after it. Of 2 cameras.",
    ),
  ).toBeTruthy();
  expect(screen.getByText("3 recordings thinned out, 2.0 GB free by it")).toBeTruthy();
  expect(screen.getByText("1 recording could not be thinned out: The disk is read-only.")).toBeTruthy();
  await press("Stop…");
  expect(screen.getByText(/What is thinned out already stays so\.$/)).toBeTruthy();
  await press("Stop");
  await waitFor(() => expect(changes()).toMatchObject([{ what: "DELETE /service/server/thinning" }]));
});

test("cameras are chosen by group, too: those that the group has now", async () => {
  await at(state, {
    "GET /service/cameras": () => ({
      json: { cameras: ["Gate", "Yard", "Vault"].map((name) => ({ id: name.toLowerCase(), name })) },
    }),
    "GET /service/groups": () => ({
      json: {
        groups: [
          {
            id: "out",
            name: "Outside",
            parent: null,
            groups: [],
            cameras: ["gate", "yard"].map((id) => ({ id, orchidId: "1" })),
          },
        ],
      },
    }),
  });
  const card = (await screen.findByText("Thinning out")).closest("section") ?? document.body;
  fireEvent.click(within(card).getByRole("button", { name: "Set up…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const box = (name: string) => dialog.getByRole<HTMLInputElement>("checkbox", { name });
  await waitFor(() => expect(box("Outside").checked).toBe(true));
  fireEvent.click(box("All cameras"));
  expect(box("Outside").checked).toBe(false);
  fireEvent.click(box("Outside"));
  await waitFor(() =>
    expect(asked.filter(({ what }) => what.endsWith("/thinning/due")).at(-1)?.body).toMatchObject({
      cameras: ["gate", "yard"],
    }),
  );
  expect(dialog.getByText("2 of 3 cameras selected")).toBeTruthy();
});

test("another administrator changes the rule meanwhile: the dialog says so, and keeps what was not typed here", async () => {
  let now: object = set;
  const { events } = await at(set, { "GET /service/server/thinning": () => ({ json: now }) });
  await press("Change…");
  const dialog = within(await screen.findByRole("dialog"));
  const warning = () => screen.queryByText(/^Somebody else has changed this meanwhile\./);
  expect(warning()).toBeNull();
  fireEvent.change(dialog.getByLabelText("After (days)"), { target: { value: "60" } });
  now = { ...set, rule: { ...rule, marginS: 20 } };
  act(() => events.emit("servers", null));
  await waitFor(() => expect(warning()).not.toBeNull());
  await dialog.findByText(/^At once/);
  fireEvent.click(dialog.getByRole("checkbox", { name: "What goes cannot be brought back." }));
  const save = dialog.getByRole<HTMLButtonElement>("button", { name: "Thin out" });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()).toMatchObject([{ body: { afterDays: 60, marginS: 20 } }]);
});
