// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";

const MINE = "/service/users/me/app-passwords";
const player = { id: "a1", name: "Player", created: Date.UTC(2026, 0, 2, 12), lastUsed: null, lastAddress: "" };
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(routes: Routes) {
  server = await fakeServer(routes);
  renderProduct({ origin: server.origin, visitor: visitor("Live Viewer"), path: "/version" });
  await screen.findByRole("heading", { name: "Version Information" });
  fireEvent.click(screen.getByRole("button", { name: "Signed in as anna" }));
  const item = await screen.findByRole("menuitem", { name: "App passwords…" });
  await act(async () => void fireEvent.click(item));
  return server.asked;
}
const press = async (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("one is made with name and password, and shown once", async () => {
  const asked = await open({
    [`GET ${MINE}`]: { json: { possible: true, fresh: false, appPasswords: [] } },
    [`POST ${MINE}`]: { status: 201, json: { appPassword: player, secret: "prsc-long" } },
  });
  await screen.findByText("You have no app password.");
  await press("Make an app password");
  type("What it is for", "Player");
  type("Your password", "correct horse");
  await press("Make");
  await screen.findByRole("dialog", { name: "The app password for Player" });
  expect(screen.getByText("prsc-long")).toBeTruthy();
  await press("I have kept them");
  await screen.findByRole("dialog", { name: "App passwords" });
  expect(screen.queryByText("prsc-long")).toBeNull();
  const sent = asked.find(({ method }) => method === "POST");
  expect(JSON.parse(sent?.body ?? "")).toEqual({ name: "Player", password: "correct horse" });
});

test("one that only watches is asked for so, and shown as such", async () => {
  const asked = await open({
    [`GET ${MINE}`]: { json: { possible: true, fresh: true, appPasswords: [{ ...player, viewOnly: true }] } },
    [`POST ${MINE}`]: { status: 201, json: { appPassword: player, secret: "prsc-long" } },
  });
  expect(await screen.findByText("watches only")).toBeTruthy();
  await press("Make an app password");
  type("What it is for", "Screen");
  fireEvent.click(screen.getByRole("checkbox", { name: /^Watch only/ }));
  await press("Make");
  await screen.findByText("prsc-long");
  const sent = asked.find(({ method }) => method === "POST");
  expect(JSON.parse(sent?.body ?? "")).toEqual({ name: "Screen", viewOnly: true });
});

test("one says when and from where it was used, and is withdrawn", async () => {
  const asked = await open({
    [`GET ${MINE}`]: {
      json: {
        possible: true,
        fresh: true,
        appPasswords: [{ ...player, lastUsed: Date.UTC(2026, 1, 3, 12), lastAddress: "192.0.2.9" }],
      },
    },
    [`DELETE ${MINE}/a1`]: { status: 204 },
  });
  expect(await screen.findByText("Made 2026-01-02, last used 2026-02-03 from 192.0.2.9")).toBeTruthy();
  await press("Withdraw Player");
  await press("Withdraw the app password");
  await waitFor(() =>
    expect(asked.some(({ method, path }) => method === "DELETE" && path === `${MINE}/a1`)).toBe(true),
  );
});
