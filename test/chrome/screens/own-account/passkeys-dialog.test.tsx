// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { fakePasskeys, passkeyQuestion } from "#test/support/client/fake-passkeys.ts";
import { fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";

const MINE = "/service/users/me/passkeys";
const phone = {
  id: "p1",
  name: "Phone",
  created: Date.UTC(2026, 0, 2, 12),
  lastUsed: null,
  host: "wall.example",
  alone: true,
  synced: false,
  blocked: false,
};
const refusal = (code: string, params = {}) => ({ status: 403, json: { code, reason: code, params } });
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(routes: Routes, device = fakePasskeys()) {
  server = await fakeServer(routes);
  const product = renderProduct({ origin: server.origin, visitor: visitor("Live Viewer"), path: "/version", device });
  await screen.findByRole("heading", { name: "Version Information" });
  fireEvent.click(screen.getByRole("button", { name: "Signed in as anna" }));
  const item = await screen.findByRole("menuitem", { name: "Passkeys…" });
  await act(async () => void fireEvent.click(item));
  return { ...product, asked: server.asked };
}
const list = (passkeys: readonly object[], fresh = false) => ({ json: { possible: true, fresh, passkeys } });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const bodies = (asked: FakeServer["asked"], path: string) =>
  asked.filter((one) => one.path === path && one.body !== "").map(({ body }) => JSON.parse(body) as object);

test("the first one is added with name and password, and its recovery codes are shown once", async () => {
  const { asked } = await open({
    [`GET ${MINE}`]: list([]),
    [`POST ${MINE}/options`]: { json: passkeyQuestion.make },
    [`POST ${MINE}`]: { status: 201, json: { passkey: phone, recoveryCodes: ["aaaa-bbbb"] } },
  });
  await screen.findByText("You have no passkey yet.");
  await press("Add a passkey");
  expect(screen.getByText(/your password alone signs you in no longer/)).toBeTruthy();
  type("Name", " Phone ");
  type("Your password", "correct horse");
  await press("Next");
  expect(await screen.findByText("aaaa-bbbb")).toBeTruthy();
  expect(bodies(asked, `${MINE}/options`)).toEqual([{ password: "correct horse" }]);
  expect(bodies(asked, MINE)).toMatchObject([{ name: "Phone" }]);
  await press("I have kept them");
  expect(await screen.findByRole("dialog", { name: "Passkeys" })).toBeTruthy();
});

test("who has just signed in is not asked for the password, until the server asks for it", async () => {
  await open({
    [`GET ${MINE}`]: list([phone], true),
    [`POST ${MINE}/options`]: refusal("user/prove"),
  });
  const rows = within(await screen.findByRole("list", { name: "Your passkeys" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual(["PhoneFor wall.example, added 2026-01-02, not used yet"]);
  await press("Add a passkey");
  expect(screen.queryByLabelText("Your password")).toBeNull();
  type("Name", "Key");
  await press("Next");
  expect(await screen.findByText(/or sign in anew/)).toBeTruthy();
  expect(screen.getByLabelText("Your password")).toBeTruthy();
});

test("one is renamed, one is removed, and a blocked one says why", async () => {
  const { asked } = await open({
    [`GET ${MINE}`]: list([phone, { ...phone, id: "p2", name: "Old", blocked: true, alone: false }], true),
    [`PATCH ${MINE}/p1`]: { json: { ...phone, name: "New" } },
    [`POST ${MINE}/p2/removal`]: { status: 204 },
  });
  expect(await screen.findByText("blocked: a copy was used")).toBeTruthy();
  expect(screen.getByText("second factor only")).toBeTruthy();
  await press("Rename Phone");
  type("Name", "New");
  await press("Save");
  expect(bodies(asked, `${MINE}/p1`)).toEqual([{ name: "New" }]);
  await screen.findByRole("list", { name: "Your passkeys" });
  await press("Remove Old");
  await press("Remove the passkey");
  await waitFor(() => expect(asked.some(({ path }) => path === `${MINE}/p2/removal`)).toBe(true));
});

test("a browser's dialog that was closed is said, and what was typed stays", async () => {
  await open(
    { [`GET ${MINE}`]: list([], true), [`POST ${MINE}/options`]: { json: passkeyQuestion.make } },
    fakePasskeys({ closes: true }),
  );
  await screen.findByText("You have no passkey yet.");
  await press("Add a passkey");
  type("Name", "Phone");
  await press("Next");
  expect(await screen.findByText("No passkey was used.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Phone");
});
