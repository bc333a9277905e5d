// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { fakePasskeys, passkeyQuestion } from "#test/support/client/fake-passkeys.ts";
import { type Asked, fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";

const session = {
  id: "secret",
  name: "anna",
  role: "Viewer",
  scope: { baseScope: ["live"] },
  expiresIn: 9,
  userId: "5",
};
const refusal = (code: string, status = 403) => ({ status, json: { code, reason: code, params: {} } });
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});
async function open(routes: Routes, device = fakePasskeys()) {
  server = await fakeServer(routes);
  const product = renderProduct({ origin: server.origin, device });
  return { asked: server.asked, phase: () => product.stores.session.get().phase };
}
const press = async (name: string, inside: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(inside).getByRole("button", { name })));
async function typePassword(): Promise<void> {
  for (const [label, value] of [
    ["Username", "anna"],
    ["Password", "pw"],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await act(async () => fireEvent.submit(screen.getByLabelText<HTMLInputElement>("Username").form ?? document.body));
}
const has = ({ body }: Asked, name: string): boolean => name in (JSON.parse(body) as object);

test("a passkey alone signs in, without name and password", async () => {
  const { phase } = await open({
    "POST /service/sessions/passkey/options": { json: passkeyQuestion.use },
    "POST /service/sessions/passkey": { json: session },
  });
  await press("Use a passkey");
  await waitFor(() => expect(phase()).toBe("signed-in"));
});

test("a closed dialog of the browser is no failure", async () => {
  await open(
    { "POST /service/sessions/passkey/options": { json: passkeyQuestion.use } },
    fakePasskeys({ closes: true }),
  );
  await press("Use a passkey");
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Use a passkey" }).disabled).toBe(false),
  );
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("an unknown passkey is refused, and said so", async () => {
  await open({
    "POST /service/sessions/passkey/options": { json: passkeyQuestion.use },
    "POST /service/sessions/passkey": refusal("session/passkey-unknown"),
  });
  await press("Use a passkey");
  expect(await screen.findByText(/This passkey is not known here, or no longer\.$/)).toBeTruthy();
});

test("where passkeys cannot work one sentence says why", async () => {
  const origin = "http://192.0.2.7:8080";
  await open({}, { ...fakePasskeys(), trouble: () => failure("session/passkey-address", { origin }) });
  await press("Use a passkey");
  expect(
    await screen.findByText(/only where the page was opened by a name over https.*http:\/\/192\.0\.2\.7:8080\.$/),
  ).toBeTruthy();
});

test("after the password of an account with a passkey either of both is offered", async () => {
  const { phase } = await open({
    "POST /service/sessions/user": (asked) =>
      has(asked, "passkey") ? { json: session } : refusal("session/passkey-or-code", 401),
    "POST /service/sessions/second-factor/passkey": { json: passkeyQuestion.use },
  });
  await typePassword();
  const dialog = await screen.findByRole("dialog", { name: "One more step" });
  expect(within(dialog).getByLabelText("Code")).toBeTruthy();
  await press("Use a passkey", dialog);
  await waitFor(() => expect(phase()).toBe("signed-in"));
});

test("who must have a second factor may make a passkey there, and keeps the recovery codes", async () => {
  const { phase, asked } = await open({
    "POST /service/sessions/user": (one) =>
      has(one, "newPasskey")
        ? { json: { ...session, recoveryCodes: ["aaaa-bbbb"] } }
        : refusal("session/factor-required"),
    "POST /service/sessions/second-factor": {
      json: { key: "GEZDGNBV", uri: "otpauth://totp/Wall:anna?secret=GEZDGNBV" },
    },
    "POST /service/sessions/second-factor/new-passkey": { json: passkeyQuestion.make },
  });
  await typePassword();
  await press("Set up a passkey", await screen.findByRole("dialog", { name: "Set up the second factor" }));
  expect(await screen.findByText("aaaa-bbbb")).toBeTruthy();
  await press("I have kept them");
  await waitFor(() => expect(phase()).toBe("signed-in"));
  const sent = asked.flatMap(({ path, body }) =>
    path === "/service/sessions/user" ? [JSON.parse(body) as object] : [],
  );
  expect(sent.at(-1)).toMatchObject({ newPasskey: { name: "First passkey" } });
});
