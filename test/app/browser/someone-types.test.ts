// @vitest-environment jsdom
/** Whether somebody would lose what they are typing when a wall comes back by itself. */
import { afterEach, expect, test } from "vitest";
import { someoneTypes } from "#app/browser/someone-types.ts";

afterEach(() => document.body.replaceChildren());

test.each([
  ["an empty field that has the focus", `<input autofocus>`, false],
  ["a field with a text, without the focus", `<input value="gate">`, false],
  ["a field with a text and the focus", `<input autofocus value="gate">`, true],
  ["a field with a text in an open dialog", `<div role="dialog"><textarea>why</textarea></div>`, true],
  ["a ticked box in a dialog", `<div role="dialog"><input type="checkbox" value="on" checked></div>`, false],
])("%s: %s", (_, html, expected) => {
  document.body.innerHTML = html;
  document.querySelector<HTMLElement>("[autofocus]")?.focus();
  expect(someoneTypes()).toBe(expected);
});
