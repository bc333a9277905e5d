// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

const camera = { id: "c1", name: "Gate", driver: "ONVIF" };
const found = ["10.0.0.5", "10.0.0.6"].map((ip) => ({ ip, url: `http://${ip}/onvif/device_service`, name: ip }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

let server: FakeServer;
beforeEach(async () => {
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/streams/status": { json: { statuses: [] } },
    "GET /service/discoverable/cameras": { json: { cameras: found } },
    "POST /service/cameras": ({ body }) =>
      body.includes("10.0.0.6")
        ? { status: 422, json: { code: "camera/timeout", reason: "no answer" } }
        : { json: camera },
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});
const open = async (path: string): Promise<void> => {
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go(path);
};

test("the progress counts what is registered, neither what waits nor what failed", async () => {
  await open("/cameras?dialog=register");
  fireEvent.click(await screen.findByRole("checkbox", { name: "10.0.0.5" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "10.0.0.6" }));
  press("Register selected");
  expect(screen.getByText("0 of 2 registered")).toBeTruthy();
  await screen.findByRole("button", { name: "Retry failed" });
  expect(screen.getByText("1 of 2 registered")).toBeTruthy();
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
