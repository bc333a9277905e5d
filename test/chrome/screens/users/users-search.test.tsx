// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

let server: FakeServer | null = null;
let users: readonly { readonly id: string; readonly username: string; readonly role: string }[] = [];
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    username: `user_${at}`,
    role: at % 50 === 7 ? "Manager" : "Viewer",
    superUser: false,
    admin: false,
  }));

async function open(count: number) {
  users = many(count);
  server = await fakeServer({
    "GET /service/users": () => ({ json: { users } }),
    "DELETE /service/users/10": () => {
      users = users.filter(({ id }) => id !== "10");
      return { json: {} };
    },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/users");
  await screen.findByText("user_0");
}
const field = () => screen.getByLabelText<HTMLInputElement>("Search users");
const search = (typed: string) => fireEvent.change(field(), { target: { value: typed } });
const names = (): (string | undefined)[] =>
  [...screen.getByLabelText("User accounts").querySelectorAll<HTMLElement>("tbody tr")].map((row) => row.dataset.row);
/** What a screen reader hears of the search. */
const said = (): string => document.querySelector("main output")?.textContent ?? "nothing is there";

test("sixty users are searched by name and by role; how many match is said", async () => {
  await open(60);
  expect(said()).toBe("");
  search("user_1");
  expect(names()).toEqual(["user_1", ...Array.from({ length: 10 }, (_, at) => `user_${10 + at}`)]);
  expect(said()).toBe("11 of 60");
  search("manager 5");
  expect(names()).toEqual(["user_57"]);
  expect(said()).toBe("1 of 60");
});

test("a search that finds nothing says so and is taken back by a button", async () => {
  await open(12);
  search("nobody");
  expect(screen.queryByLabelText("User accounts")).toBeNull();
  expect(screen.getByText("Nothing in this list matches “nobody”")).toBeTruthy();
  expect(said()).toBe("0 of 12");
  fireEvent.click(screen.getByText("Show the whole list"));
  expect(names()).toHaveLength(12);
  expect(field().value).toBe("");
});

test("what is typed stays when a found user is deleted", async () => {
  await open(12);
  search("user_1");
  expect(names()).toEqual(["user_1", "user_10", "user_11"]);
  screen.getByLabelText("Delete user user_10").focus();
  fireEvent.click(screen.getByLabelText("Delete user user_10"));
  fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(names()).toEqual(["user_1", "user_11"]));
  expect(field().value).toBe("user_1");
  expect(said()).toBe("2 of 11");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Delete user user_11"));
});

test("the key / leads to the search, and is a letter where text is typed", async () => {
  await open(12);
  fireEvent.keyDown(document.body, { key: "/" });
  expect(document.activeElement).toBe(field());
  expect(fireEvent.keyDown(field(), { key: "/" })).toBe(true);
  field().blur();
  fireEvent.click(screen.getByLabelText("Delete user user_3"));
  fireEvent.keyDown(document.body, { key: "/" });
  expect(document.activeElement?.ariaLabel).not.toBe("Search users");
});

test("a few users are seen whole, without a search", async () => {
  await open(7);
  expect(screen.queryByLabelText("Search users")).toBeNull();
});
