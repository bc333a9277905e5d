// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";
import { fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";

const MINE = "/service/users/me/second-factor";
const none = { possible: true, active: false, required: false, recoveryCodesLeft: 0 };
const key = { key: "GEZDGNBVGY3TQOJQ", uri: "otpauth://totp/Wall:anna?secret=GEZDGNBVGY3TQOJQ" };
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function open(routes: Routes) {
  server = await fakeServer(routes);
  const product = renderProduct({ origin: server.origin, visitor: visitor("Live Viewer"), path: "/version" });
  await screen.findByRole("heading", { name: "Version Information" });
  fireEvent.click(screen.getByRole("button", { name: "Signed in as anna" }));
  const item = await screen.findByRole("menuitem", { name: "One-time codes…" });
  await act(async () => void fireEvent.click(item));
  return { ...product, asked: server.asked };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a viewer sets it up: password, picture and key, first code, and recovery codes that are shown once", async () => {
  const { asked } = await open({
    [`GET ${MINE}`]: { json: none },
    [`POST ${MINE}`]: { json: key },
    [`PUT ${MINE}`]: { json: { recoveryCodes: ["aaaa-bbbb", "cccc-dddd"] } },
  });
  await screen.findByRole("dialog", { name: "Set up the second factor" });
  type("Your password", "correct horse");
  press("Next");
  expect(await screen.findByRole("img", { name: "Key as a QR code" })).toBeTruthy();
  expect(screen.getByText("GEZD GNBV GY3T QOJQ")).toBeTruthy();
  type("Code", "123 456");
  press("Confirm");
  const codes = await screen.findByRole("list", { name: "Recovery codes" });
  expect(
    within(codes)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["aaaa-bbbb", "cccc-dddd"]);
  press("I have kept them");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(
    asked.filter(({ path, method }) => path === MINE && method !== "GET").map(({ body }) => JSON.parse(body)),
  ).toEqual([{ password: "correct horse" }, { code: "123 456" }]);
});

test("it is removed with password and code; a refusal shows and what was typed stays", async () => {
  await open({
    [`GET ${MINE}`]: { json: { ...none, active: true, recoveryCodesLeft: 1 } },
    [`POST ${MINE}/removal`]: { status: 403, json: { code: "session/code-wrong", reason: "wrong", params: {} } },
  });
  await screen.findByText("Signing in asks for a code. 1 recovery code is left.");
  type("Your password", "correct horse");
  type("Code", "123456");
  press("Remove the second factor");
  expect(await screen.findByText(/This code is wrong or was used before\.$/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("123456");
});

test("who must have one cannot remove it, and is told so", async () => {
  await open({ [`GET ${MINE}`]: { json: { ...none, active: true, required: true, recoveryCodesLeft: 9 } } });
  expect(await screen.findByText("This account must have a second factor.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove the second factor" })).toBeNull();
});

test("a user of another server or of Google is told why not", async () => {
  await open({ [`GET ${MINE}`]: { json: { ...none, possible: false } } });
  expect(
    await screen.findByText("The server or service through which you are signed in has its own second factor."),
  ).toBeTruthy();
});
