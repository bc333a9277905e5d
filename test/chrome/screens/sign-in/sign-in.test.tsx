// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { type RenderOptions, renderProduct } from "#test/chrome/support/render-product.tsx";

let server: FakeServer;
let answer: () => Answer;
beforeEach(async () => {
  answer = () => ({ json: session });
  server = await fakeServer({ "POST /service/sessions/user": () => answer() });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const session = {
  id: "secret",
  name: "anna",
  role: "Viewer",
  scope: { baseScope: ["live"] },
  expiresIn: 10,
  userId: "5",
};
const open = (options: Partial<RenderOptions> = {}) => renderProduct({ origin: server.origin, ...options });
const username = () => screen.getByLabelText<HTMLInputElement>("Username");
const password = () => screen.getByLabelText<HTMLInputElement>("Password");
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const submit = () => fireEvent.submit(username().form ?? document.body);
const posted = () => server.asked.filter((one) => one.method === "POST").map((one) => JSON.parse(one.body) as unknown);

describe("what must be filled in", () => {
  test.each([
    ["", ""],
    ["anna", ""],
    ["", "pw"],
    ["  ", "pw"],
  ])("username '%s', password '%s': both are required, word for word", (name, word) => {
    open();
    type(username(), name);
    type(password(), word);
    submit();
    expect(screen.getByRole("alert").textContent).toBe("'Username' and 'Password' are both required.");
    expect(server.asked).toEqual([]);
  });

  test("a domain login wants user@domain", async () => {
    open({ about: { domainLogin: true } });
    type(username(), "anna");
    type(password(), "pw");
    submit();
    expect(screen.getByRole("alert").textContent).toContain("user@domain");
    type(username(), "anna@example");
    submit();
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("an agreement is shown only where there is one, and locks signing in until it is accepted", async () => {
    const without = open();
    expect(screen.queryByLabelText("I accept the access agreement")).toBeNull();
    without.unmount();

    open({ about: { agreement: "Only on duty." } });
    expect(screen.getByDisplayValue("Only on duty.")).toBeTruthy();
    type(username(), "anna");
    type(password(), "pw");
    expect(button("Sign in").disabled).toBe(true);
    submit();
    expect(server.asked).toEqual([]);
    fireEvent.click(screen.getByLabelText("I accept the access agreement"));
    expect(button("Sign in").disabled).toBe(false);
    submit();
    await waitFor(() => expect(posted()).toHaveLength(1));
  });
});

describe("what is sent", () => {
  test.each([
    [false, "session"],
    [true, "persistent"],
  ])("stay signed in %s: a %s cookie of 30 days", async (stay, cookie) => {
    open();
    type(username(), " anna ");
    type(password(), "pw");
    if (stay) fireEvent.click(screen.getByLabelText("Stay signed in"));
    submit();
    await waitFor(() => expect(posted()).toEqual([{ username: "anna", password: "pw", expiresIn: 2_592_000, cookie }]));
  });

  test("the low-bandwidth box, where it is offered", async () => {
    const { stores } = open();
    type(username(), "anna");
    type(password(), "pw");
    fireEvent.click(screen.getByLabelText("Low-bandwidth (compatibility) mode"));
    submit();
    await waitFor(() => expect(stores.session.get().phase).toBe("signed-in"));
    expect(stores.session.get().lowBandwidth).toBe(true);
  });

  test("no box: low bandwidth only where the server offers no WebRTC", async () => {
    const { stores } = open({ about: { lowBandwidthOffered: false, webrtcOffered: false } });
    expect(screen.queryByLabelText("Low-bandwidth (compatibility) mode")).toBeNull();
    type(username(), "anna");
    type(password(), "pw");
    submit();
    await waitFor(() => expect(stores.session.get().phase).toBe("signed-in"));
    expect(stores.session.get().lowBandwidth).toBe(true);
  });
});

describe("what follows", () => {
  test("processing shows while the server thinks; success goes to the stage", async () => {
    const { router } = open();
    type(username(), "anna");
    type(password(), "pw");
    submit();
    expect(button("Signing in…").disabled).toBe(true);
    await waitFor(() => expect(router.state.location.pathname).toBe("/stage"));
  });

  test("a failure is an alert dialog with the server's words; what was typed stays", async () => {
    answer = () => ({ status: 401, json: { code: "credentials", reason: "Wrong." } });
    open();
    type(username(), "anna");
    type(password(), "pw");
    submit();
    const dialog = await screen.findByRole("alertdialog", {}, { timeout: 10_000 });
    expect(dialog.textContent).toContain("credentials: Wrong.");
    fireEvent.click(screen.getByRole("button", { name: "OK" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    // The fields were disabled meanwhile, and in a browser they lose the focus.
    await waitFor(() => expect(document.activeElement).toBe(password()));
    expect(username().value).toBe("anna");
    expect(password().value).toBe("pw");
  });
});

describe("Google", () => {
  test.each([
    ["", "chrome", false],
    ["client", "edge", false],
    ["client", "chrome", true],
  ])("client id '%s' in %s: shown %s", (googleClientId, browserName, shown) => {
    const { googled } = open({ about: { googleClientId }, browserName });
    const found = screen.queryByRole("button", { name: "Sign in with Google" });
    expect(found !== null).toBe(shown);
    expect(screen.queryByText("or") !== null).toBe(shown);
    if (found) fireEvent.click(found);
    expect(googled.map(({ clientId }) => clientId)).toEqual(shown ? ["client"] : []);
  });
  test("the marked cameras are included", () => {
    const { googled } = open({ about: { googleClientId: "client" } });
    for (const box of ["Stay signed in", /^Low-bandwidth/]) fireEvent.click(screen.getByLabelText(box));
    fireEvent.click(screen.getByRole("button", { name: "Sign in with Google" }));
    const choices = { staySignedIn: true, lowBandwidth: true };
    expect(googled).toEqual([{ clientId: "client", choices, askedFor: "/stage" }]);
  });
  test("so does the address that was asked for", async () => {
    const { googled } = open({ about: { googleClientId: "client" }, path: "/stage?stage=4&kiosk=1" });
    fireEvent.click(await screen.findByRole("button", { name: "Sign in with Google" }));
    expect(googled.map(({ askedFor }) => askedFor)).toEqual(["/stage?stage=4&kiosk=1"]);
  });
});

test("Back after signing in again does not show the form once more", async () => {
  const { router, go } = open({ path: "/version" });
  await go("/sign-in?skipAuth=true");
  type(username(), "anna");
  type(password(), "pw");
  submit();
  await waitFor(() => expect(router.state.location.pathname).toBe("/stage"));
  await go(-1);
  await waitFor(() => expect(router.state.location.pathname).toBe("/version"));
});

test.each(["unsupported-browser", "no-websocket", "incognito", "browser-compatibility"] as const)(
  "a browser that lacks something gets the page %s instead of the form",
  async (gate) => {
    const { router } = open({ gate });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/${gate}`));
    expect(screen.getByRole("heading", { level: 1 })).toBeTruthy();
    expect(screen.queryByLabelText("Username")).toBeNull();
  },
);

test("the page of an unsupported browser names what it lacks", async () => {
  open({ gate: "unsupported-browser", lacking: ["toSorted", "ResizeObserver"] });
  expect(await screen.findByText(/toSorted, ResizeObserver/)).toBeTruthy();
});

test("a signed-in visitor goes to the stage, but with skipAuth sees the form", async () => {
  const visitor = {
    edition: "standalone",
    signedIn: true,
    role: "Viewer",
    admin: false,
    singlePlayer: false,
    directoryLogin: false,
  } as const;
  const { go } = open({ visitor, path: "/version" });
  expect(await go("/")).toBe("/stage");
  expect(await go("/sign-in?skipAuth=true")).toBe("/sign-in");
  expect(username()).toBeTruthy();
  expect(screen.getByText(/You are signed in as anna/)).toBeTruthy();
});

test("a sign-out that the server did not carry out is said and can be tried again", async () => {
  const answers: Answer[] = [{ status: 503 }, { status: 204 }];
  await server.close();
  server = await fakeServer({ "DELETE /service/sessions/me": () => answers.shift() ?? {} });
  const { product } = open();
  expect(screen.queryByRole("alert")).toBeNull();
  await act(() => product.session.signOut());
  expect(screen.getByRole("alert").textContent).toContain("this browser may still be signed in");
  fireEvent.click(button("Try again"));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(server.asked.map(({ method }) => method)).toEqual(["DELETE", "DELETE"]);
});

test("too many tries: the alert says how long, and the button counts the pause down before it takes another", async () => {
  answer = () => ({
    status: 429,
    headers: { "retry-after": "2" },
    json: { code: "session/locked", reason: "Too many failed attempts. Try again in 2 s." },
  });
  open();
  type(username(), "anna");
  type(password(), "wrong");
  submit();
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Too many failed attempts. Try again in 2 s.");
  fireEvent.click(screen.getByRole("button", { name: "OK" }));
  expect(button("Try again in 2 s").disabled).toBe(true);
  submit();
  expect(posted()).toHaveLength(1);
  answer = () => ({ json: session });
  await waitFor(() => expect(button("Sign in").disabled).toBe(false), { timeout: 5_000 });
  submit();
  await waitFor(() => expect(posted()).toHaveLength(2));
});

test.each([
  ["password", "You were signed out because the password of your account was changed."],
  ["administrator", "An administrator has signed you out."],
] as const)("whoever was signed out by somebody else reads why: %s", async (why, text) => {
  const { stores } = open();
  act(() => stores.session.change((facts) => void (facts.endedWhy = why)));
  expect(await screen.findByText(text)).toBeTruthy();
});
