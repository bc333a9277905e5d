// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Asked, type FakeServer, fakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";

const SIGN_IN = "POST /service/sessions/user";
const session = {
  id: "secret",
  name: "anna",
  role: "Viewer",
  scope: { baseScope: ["live"] },
  expiresIn: 10,
  userId: "5",
};
const refusal = (code: string, status = 403) => ({ status, json: { code, reason: code, params: {} } });
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

async function signIn(routes: Routes) {
  server = await fakeServer(routes);
  const product = renderProduct({ origin: server.origin });
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type("Username", "anna");
  type("Password", "pw");
  await act(async () => fireEvent.submit(screen.getByLabelText<HTMLInputElement>("Username").form ?? document.body));
  return { ...product, asked: server.asked };
}
const codeOf = ({ body }: Asked): string | undefined => (JSON.parse(body) as { code?: string }).code;
const phase = ({ stores }: Awaited<ReturnType<typeof signIn>>) => stores.session.get().phase;
async function enter(code: string): Promise<void> {
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByLabelText("Code"), { target: { value: code } });
  await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: "Sign in" })));
}

test("after the right password the page asks for a code, says when it is wrong, and signs in with the right one", async () => {
  const product = await signIn({
    [SIGN_IN]: (asked) => {
      const code = codeOf(asked);
      if (code === undefined) return refusal("session/code-required", 401);
      return code === "123456" ? { json: session } : refusal("session/code-wrong");
    },
  });
  await screen.findByRole("dialog", { name: "Enter your code" });
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await enter("");
  expect(await screen.findByText("Enter the one-time code of your authenticator, or a recovery code.")).toBeTruthy();
  await enter("000000");
  expect(await screen.findByText(/This code is wrong or was used before\.$/)).toBeTruthy();
  expect(phase(product)).toBe("signed-out");
  await enter("123456");
  await waitFor(() => expect(phase(product)).toBe("signed-in"));
});

test("who must have a second factor sets it up there, and keeps the recovery codes before the session begins", async () => {
  const product = await signIn({
    [SIGN_IN]: (asked) =>
      codeOf(asked) === undefined
        ? refusal("session/factor-required")
        : { json: { ...session, recoveryCodes: ["aaaa-bbbb"] } },
    "POST /service/sessions/second-factor": {
      json: { key: "GEZDGNBV", uri: "otpauth://totp/Wall:anna?secret=GEZDGNBV" },
    },
  });
  await screen.findByRole("dialog", { name: "Set up the second factor" });
  expect(screen.getByText("GEZD GNBV")).toBeTruthy();
  await enter("123456");
  expect(await screen.findByText("aaaa-bbbb")).toBeTruthy();
  expect(phase(product)).toBe("signed-out");
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "I have kept them" })));
  await waitFor(() => expect(phase(product)).toBe("signed-in"));
});
