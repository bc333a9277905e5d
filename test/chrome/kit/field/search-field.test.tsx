// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { IntlProvider } from "react-intl";
import { SearchField } from "#chrome/kit/field/search-field.tsx";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

test("the page's keys with Ctrl work from a field that has keys of its own, and letters stay in it", () => {
  const own: string[] = [];
  render(
    <IntlProvider locale="en">
      <SearchField label="Search" value="" onChange={() => undefined} onKeyDown={({ key }) => own.push(key)} />
    </IntlProvider>,
  );
  const page: string[] = [];
  const listen = (event: KeyboardEvent): number => page.push(event.key);
  window.addEventListener("keydown", listen);
  const field = screen.getByRole("searchbox", { name: "Search" });
  fireEvent.keyDown(field, { key: "k", ctrlKey: true });
  fireEvent.keyDown(field, { key: "k", metaKey: true });
  fireEvent.keyDown(field, { key: "f" });
  window.removeEventListener("keydown", listen);
  expect(own).toEqual(["k", "k", "f"]);
  expect(page).toEqual(["k", "k"]);
});
