/** The notifications screen at an aggregator, with helpers that press, type and read. */
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { onTestFinished } from "vitest";
import { fakeServer, type FakeServer, type Routes } from "#test/support/client/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

const administrator = visitor(null, { edition: "aggregator", admin: true });
export const smtpServers = [
  {
    id: "s1",
    name: "Relay",
    host: "mail.example.org",
    port: 587,
    security: "starttls",
    username: "wall",
    hasPassword: true,
    from: "wall@example.org",
  },
];
export const night = {
  id: "n1",
  name: "Night watch",
  enabled: true,
  triggers: ["camera-unreachable", "server-error"],
  scope: "list",
  orchids: ["o1"],
  cameras: [{ orchidId: "o2", id: "c3" }],
  smtpServer: "s1",
  recipients: ["a@example.org", "b@example.org"],
  action: "digest",
  digestTime: "07:30",
};
const day = {
  ...night,
  id: "n2",
  name: "Day watch",
  scope: "all",
  action: "immediate",
  smtpServer: "",
  enabled: false,
};
const domains = {
  abilities: ["live"],
  orchids: [
    { id: "o1", name: "North", cameras: [{ id: "c1", name: "Gate" }] },
    { id: "o2", name: "South", cameras: [{ id: "c3", name: "Roof" }] },
  ],
};
export const listed: Routes = {
  "GET /service/notifications": { json: { notifications: [night, day] } },
  "GET /service/smtp-servers": { json: { smtpServers } },
  "GET /service/permissions/domains": { json: domains },
};

/** The product at another page; it and its server end with the test. */
export async function startProduct(routes: Routes, who = administrator) {
  const server = await fakeServer(routes);
  onTestFinished(async () => {
    cleanup();
    await server.close();
  });
  const product = renderProduct({ origin: server.origin, visitor: who, path: "/version" });
  return { ...product, asked: server.asked };
}

/** The screen, opened by an administrator. */
export async function open(routes: Routes, path = "/notifications") {
  const product = await startProduct(routes);
  // Suspended rendering continues only in an awaited act.
  await product.go(path);
  await screen.findByRole("heading", { name: "Notifications", level: 1 });
  return product;
}
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const leave = (label: string) => fireEvent.blur(screen.getByLabelText(label));
export const tick = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));
export const save = () => screen.getByRole("button", { name: "Save" });
export const isOff = (button: HTMLElement): boolean => button.hasAttribute("disabled");
export const sent = (asked: FakeServer["asked"], method: string, path: string): unknown => {
  const one = asked.findLast((each) => each.method === method && each.path === path);
  return one === undefined ? undefined : JSON.parse(one.body);
};
