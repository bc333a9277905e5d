// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { de } from "#chrome/texts/de/all.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const camera = { id: "c1", name: "Gate", driver: "ONVIF" };
const found = ["10.0.0.5", "10.0.0.6"].map((ip) => ({ ip, url: `http://${ip}/onvif/device_service`, name: ip }));
let devices = found;
const registeredAs = (name: string) => ({
  code: "camera/exists",
  reason: `The camera is registered already as ${name}.`,
  params: { name },
});
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

let server: FakeServer;
beforeEach(async () => {
  devices = found;
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/streams/status": { json: { statuses: [] } },
    "GET /service/discoverable/cameras": () => ({ json: { cameras: devices } }),
    "POST /service/cameras": ({ body }) =>
      body.includes("10.0.0.9")
        ? { status: 409, json: registeredAs("no video") }
        : body.includes("10.0.0.6")
          ? { status: 422, json: { code: "camera/timeout", reason: "no answer" } }
          : { json: camera },
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});
const open = async (path: string) => {
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go(path);
  return product;
};
const registered = () => server.asked.filter(({ method }) => method === "POST").map(({ body }) => body);

test("the progress counts what is registered, neither what waits nor what failed", async () => {
  await open("/cameras?dialog=register");
  fireEvent.click(await screen.findByRole("checkbox", { name: "10.0.0.5" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "10.0.0.6" }));
  press("Register selected");
  expect(screen.getByText("0 of 2 registered")).toBeTruthy();
  await screen.findByRole("button", { name: "Retry failed" });
  expect(screen.getByText("1 of 2 registered")).toBeTruthy();
});

test("what is ticked after some have failed stays ticked when those are tried again, and is registered next", async () => {
  devices = [...found, { ip: "10.0.0.7", url: "http://10.0.0.7/onvif/device_service", name: "10.0.0.7" }];
  await open("/cameras?dialog=register");
  fireEvent.click(await screen.findByRole("checkbox", { name: "10.0.0.6" }));
  press("Register selected");
  await screen.findByRole("button", { name: "Retry failed" });
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  fireEvent.click(box("10.0.0.7"));
  press("Retry failed");
  await expect.poll(registered).toHaveLength(2);
  await screen.findByRole("button", { name: "Retry failed" });
  expect(box("10.0.0.7").checked).toBe(true);
  expect(registered().join()).not.toContain("10.0.0.7");
  fireEvent.click(box("10.0.0.6"));
  press("Register selected");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(registered().at(-1)).toContain("10.0.0.7");
});

test("names, addresses and logins are no longer than the server takes them", async () => {
  await open("/cameras?camera=c1&dialog=name");
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).maxLength).toBe(200);
  cleanup();
  await open("/cameras?dialog=register");
  fireEvent.click(await screen.findByRole("tab", { name: "Manual" }));
  const most = (label: string): number => screen.getByLabelText<HTMLInputElement>(label).maxLength;
  expect(["Camera name", "Connection URI", "Username", "Password"].map(most)).toEqual([200, 2000, 200, 200]);
});

test("what a new search does not find, or finds registered, is not registered unseen", async () => {
  await open("/cameras?dialog=register");
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all" }));
  const [first, second] = found;
  devices = [
    { ...first, registered: true },
    { ip: "10.0.0.7", url: "http://10.0.0.7/onvif", name: "10.0.0.7" },
  ] as never;
  press("Search again");
  const other = await screen.findByRole("checkbox", { name: "10.0.0.7" });
  expect(screen.getByRole("button", { name: "Register selected" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(other);
  press("Register selected");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(registered()).toHaveLength(1);
  expect(registered()[0]).toContain("10.0.0.7");
  expect(second?.ip).toBe("10.0.0.6");
});

test("a look at the other tab loses nothing that was typed", async () => {
  await open("/cameras?dialog=register");
  fireEvent.click(await screen.findByRole("checkbox", { name: "10.0.0.5" }));
  fireEvent.change(screen.getByLabelText("Username"), { target: { value: "root" } });
  fireEvent.click(screen.getByRole("tab", { name: "Manual" }));
  fireEvent.change(screen.getByLabelText("Camera name"), { target: { value: "Gate 2" } });
  fireEvent.click(screen.getByRole("tab", { name: "Auto" }));
  expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "10.0.0.5" })).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("root");
  fireEvent.click(screen.getByRole("tab", { name: "Manual" }));
  expect(screen.getByLabelText<HTMLInputElement>("Camera name").value).toBe("Gate 2");
});

test("a page that was left registers no more, and nothing brings it back", async () => {
  const answers: (() => void)[] = [];
  server.server.removeAllListeners("request");
  const found1 = JSON.stringify({ cameras: found });
  server.server.on("request", (request, response) => {
    const json = (text: string): void => void response.setHeader("content-type", "application/json").end(text);
    if (request.method === "POST") answers.push(() => json(JSON.stringify(camera)));
    else
      json(
        request.url?.includes("discoverable") ? found1 : JSON.stringify({ cameras: [camera], statuses: [], users: [] }),
      );
  });
  const { router } = await open("/cameras");
  fireEvent.click(await screen.findByRole("button", { name: "Add camera" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all" }));
  press("Register selected");
  await expect.poll(() => answers.length).toBe(1);
  await act(() => router.navigate("/users"));
  await screen.findByRole("heading", { name: "Users" });
  await act(async () => answers[0]?.());
  await act(() => router.navigate("/users?dialog=add"));
  await screen.findByRole("dialog", { name: "Add user" });
  expect(answers).toHaveLength(1);
  expect(router.state.location.pathname).toBe("/users");
});

test("a dialog whose page was left may finish its work, but does not return the user to the page", async () => {
  let answer: (() => void) | null = null;
  let asked = 0;
  server.server.removeAllListeners("request");
  server.server.on("request", (request, response) => {
    const json = (body: unknown): void =>
      void response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    if (request.method === "PATCH") answer = () => json({ camera });
    else json({ cameras: [camera], statuses: [], users: [] });
    if (request.url?.startsWith("/service/cameras")) asked++;
  });
  const { router } = await open("/cameras?camera=c1");
  fireEvent.click(await screen.findByRole("button", { name: "Edit camera name" }));
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "North" } });
  press("Save");
  await expect.poll(() => answer).not.toBeNull();
  await act(() => router.navigate("/users"));
  await screen.findByRole("heading", { name: "Users" });
  const before = asked;
  await act(async () => answer?.());
  // It is done and closed: the rest of the page asks for the cameras anew.
  await expect.poll(() => asked).toBeGreaterThan(before);
  await act(() => router.navigate("/version"));
  await act(() => router.navigate(-1));
  await screen.findByRole("heading", { name: "Users" });
  expect(router.state.location.pathname).toBe("/users");
});

test("cameras that are deleted: equal names are each listed with their reason, one that is gone is no failure", async () => {
  const rows = ["c1", "c2", "c3"].map((id) => ({ ...camera, id }));
  server.server.removeAllListeners("request");
  server.server.on("request", (request, response) => {
    const json = (body: unknown): void =>
      void response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    const gone = request.url?.endsWith("c3");
    if (request.method === "DELETE") {
      response.statusCode = gone ? 404 : 500;
      json({ code: gone ? "camera/unknown" : "server/failed", reason: request.url?.slice(-2) });
    } else json({ cameras: rows, statuses: [] });
  });
  await open("/cameras");
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all" }));
  press("Delete selected");
  const dialog = within(await screen.findByRole("alertdialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await dialog.findByRole("button", { name: "Try again" });
  expect(dialog.getAllByText(/server\/failed: c[12]/)).toHaveLength(2);
  expect(dialog.queryByText(/c3/)).toBeNull();
});

test("when another user deletes a camera while its name is typed, the user is told", async () => {
  let cameras = [camera];
  const asked = server.asked;
  server.server.removeAllListeners("request");
  server.server.on("request", (_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify({ cameras, statuses: [] }));
  });
  const { events } = await open("/cameras");
  fireEvent.click(await screen.findByRole("button", { name: /Gate/, expanded: false }));
  fireEvent.click(await screen.findByRole("button", { name: "Edit camera name" }));
  // The name is what the dialog is for: typing replaces it at once.
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  expect(document.activeElement).toBe(name);
  expect([name.selectionStart, name.selectionEnd]).toEqual([0, camera.name.length]);
  cameras = [];
  act(() => events.emit("cameras", null));
  expect(await screen.findByText(/There is no camera with the id c1/)).toBeTruthy();
  await expect.poll(() => screen.queryByLabelText("Name")).toBeNull();
  expect(asked.some(({ method }) => method === "PATCH")).toBe(false);
});

test("when another user deletes a camera while a stream is added to it, the user is told too", async () => {
  let cameras = [camera];
  server.server.removeAllListeners("request");
  server.server.on("request", (_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify({ cameras, statuses: [] }));
  });
  const { events } = await open("/cameras");
  fireEvent.click(await screen.findByRole("button", { name: /Gate/, expanded: false }));
  fireEvent.click(await screen.findByRole("button", { name: "Add stream" }));
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "North" } });
  cameras = [];
  act(() => events.emit("cameras", null));
  expect(await screen.findByText(/There is no camera with the id c1/)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a camera whose panel is only looked at goes without a word", async () => {
  let cameras = [camera];
  server.server.removeAllListeners("request");
  server.server.on("request", (_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify({ cameras, statuses: [] }));
  });
  const { events } = await open("/cameras");
  fireEvent.click(await screen.findByRole("button", { name: /Gate/, expanded: false }));
  fireEvent.click(await screen.findByRole("button", { name: "Add stream" }));
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  cameras = [];
  act(() => events.emit("cameras", null));
  await screen.findByText("No cameras");
  expect(screen.queryByText(/There is no camera with the id c1/)).toBeNull();
});

test("a list of cameras that are all registered already can be scrolled by keys", async () => {
  const scrolled = (): boolean =>
    screen.getByRole("table", { name: "Cameras found" }).closest("[tabindex='0']") !== null;
  await open("/cameras?dialog=register");
  await screen.findByRole("checkbox", { name: "10.0.0.5" });
  expect(scrolled()).toBe(false);
  devices = found.map((each) => ({ ...each, registered: true })) as never;
  press("Search again");
  await expect.poll(scrolled, { timeout: 20_000 }).toBe(true);
});

test("a camera's name is nobody's sentence: one that is called as a failure reads keeps its name in German", async () => {
  const words = { locale: "de", messages: { ...en, ...de } };
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version", words });
  await product.go("/cameras?dialog=register");
  fireEvent.click(await screen.findByRole("tab", { name: de["register.manual"] }));
  fireEvent.change(screen.getByLabelText(de["register.uri"]), { target: { value: "10.0.0.9/onvif/device_service" } });
  press(de["register.register"]);
  expect(await screen.findByText("camera/exists: Die Kamera ist schon als no video registriert.")).toBeTruthy();
  expect(screen.queryByText(/kein Video/)).toBeNull();
});

test("a camera needs a name: maker, model and address are proposed until one is typed, and a name that exists is said", async () => {
  devices = [{ ...(found[0] ?? { ip: "", url: "" }), name: "Axis P1448" }];
  await open("/cameras?dialog=register");
  await screen.findByText(/Axis P1448/);
  fireEvent.click(screen.getByRole("tab", { name: "Manual" }));
  const name = screen.getByLabelText<HTMLInputElement>("Camera name");
  const register = () => screen.getByRole<HTMLButtonElement>("button", { name: "Register" });
  const address = (value: string) => fireEvent.change(screen.getByLabelText("Connection URI"), { target: { value } });
  const type = (value: string) => fireEvent.change(name, { target: { value } });
  address("10.0.0.5/onvif/device_service");
  expect(name.value).toBe("Axis P1448 10.0.0.5");
  expect(register().disabled).toBe(false);
  address("10.0.0.8");
  expect(name.value).toBe("10.0.0.8");
  type("");
  expect(register().disabled).toBe(true);
  type("gate");
  expect(screen.getByText("Another camera has this name, too.")).toBeTruthy();
  // A hint, not a refusal.
  expect(register().disabled).toBe(false);
  address("10.0.0.9");
  expect(name.value).toBe("gate");
  type("Gate 2");
  expect(screen.queryByText("Another camera has this name, too.")).toBeNull();
});

test.each([
  ["Connection URI", "10.0.0.5 /onvif", "Enter an address without spaces."],
  ["Connection URI", "", "Enter an address without spaces."],
  ["Camera name", "  ", "Camera name is required."],
])("%s %j: the field says what is wrong once it was left", async (label, typed, words) => {
  await open("/cameras?dialog=register");
  fireEvent.click(await screen.findByRole("tab", { name: "Manual" }));
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: typed } });
  expect(screen.queryByText(words)).toBeNull();
  fireEvent.blur(field);
  const said = screen.getByText(words).closest("[id]")?.id ?? "none";
  expect(field.getAttribute("aria-describedby")?.split(" ")).toContain(said);
});
