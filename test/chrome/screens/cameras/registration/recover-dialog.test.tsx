// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const refused = { code: "camera/password-required", reason: "Enter the camera's password." };
const KEPT = "Leave empty to keep the password.";
const AGAIN = "The address is another one: enter the password again. The stored one is not sent there.";
const patches = (): object[] =>
  server.asked.filter(({ method }) => method === "PATCH").map(({ body }) => JSON.parse(body) as object);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const recover = () => fireEvent.click(screen.getByRole("button", { name: "Recover" }));

let server: FakeServer;
beforeEach(async () => {
  const camera = { id: "c1", name: "Gate", driver: "ONVIF", connectionUri: "http://10.0.0.5/onvif/device_service" };
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/streams/status": { json: { statuses: [] } },
    "PATCH /service/cameras/c1": ({ body }) =>
      body.includes("password") ? { json: { camera } } : { status: 422, json: refused },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/cameras?camera=c1&dialog=recover");
  await screen.findByRole("dialog", { name: "Recover camera" });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

test("recover says when the stored password is used, and when it must be entered again", () => {
  expect(screen.getByText(KEPT)).toBeTruthy();
  type("Connection URI", "10.0.0.5:80/onvif/other");
  expect(screen.getByText(KEPT)).toBeTruthy();
  for (const address of ["10.0.0.6/onvif/device_service", "http://10.0.0.5:8080/", "https://10.0.0.5/"]) {
    type("Connection URI", address);
    expect(screen.getByText(AGAIN)).toBeTruthy();
    expect(screen.queryByText(KEPT)).toBeNull();
  }
  type("Connection URI", "http://10.0.0.5/onvif/device_service");
  expect(screen.getByText(KEPT)).toBeTruthy();
});

test("recover shows that the server asks for the password, keeps what was typed, and sends the password then", async () => {
  type("Connection URI", "10.0.0.6/onvif/device_service");
  recover();
  expect((await screen.findByRole("alert")).textContent).toBe(`${refused.code}: ${refused.reason}`);
  expect(screen.getByLabelText<HTMLInputElement>("Connection URI").value).toBe("10.0.0.6/onvif/device_service");
  type("Password", "typed");
  recover();
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(patches()).toEqual([
    { connection: { uri: "10.0.0.6/onvif/device_service" } },
    { connection: { uri: "10.0.0.6/onvif/device_service", password: "typed" } },
  ]);
});

test("recover says of a camera without a password that it has none", async () => {
  type("Password", "typed");
  fireEvent.click(screen.getByRole("checkbox", { name: "The camera has no password" }));
  const field = screen.getByLabelText<HTMLInputElement>("Password");
  expect([field.value, field.disabled]).toEqual(["", true]);
  recover();
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(patches()).toEqual([{ connection: { uri: "http://10.0.0.5/onvif/device_service", password: "" } }]);
});
