// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test } from "vitest";
import { TextField, type TextFieldProps } from "#chrome/kit/field/text-field.tsx";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

const open = (props: Partial<TextFieldProps>) =>
  render(
    <IntlProvider locale="en">
      <TextField label="Seconds" {...props} />
    </IntlProvider>,
  );

test("a field is read out by its label", () => {
  open({});
  expect(screen.getByRole("textbox", { name: "Seconds" })).toBe(screen.getByLabelText("Seconds"));
});

test("words that say more are read out instead of the label, not before it", () => {
  open({ "aria-label": "Seconds at Door" });
  expect(screen.getByRole("textbox").getAttribute("aria-label")).toBe("Seconds at Door");
  expect(screen.queryByRole("textbox", { name: "Seconds at Door" })).not.toBeNull();
});
