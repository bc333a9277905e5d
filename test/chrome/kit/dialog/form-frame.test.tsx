// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test, vi } from "vitest";
import { FormFrame } from "#chrome/kit/dialog/form-frame.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);
afterEach(() => vi.restoreAllMocks());

/** A form whose server refuses its first name. */
function Refused() {
  const [isRefused, setRefused] = useState(false);
  return (
    <FormFrame
      title="User"
      submitLabel="Save"
      cancelLabel="Cancel"
      canSubmit
      processing={false}
      onSubmit={() => Promise.resolve().then(() => setRefused(true))}
      onClose={() => undefined}
      formClass=""
    >
      <TextField label="Name" error={isRefused ? "This name is taken." : undefined} />
      <TextField label="Note" />
    </FormFrame>
  );
}

test("a form that is refused scrolls to the field that is wrong, which may be out of sight above its button", async () => {
  const scrolledTo = vi.spyOn(Element.prototype, "scrollIntoView");
  render(
    <IntlProvider locale="en">
      <Refused />
    </IntlProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("This name is taken.");
  await waitFor(() => expect(scrolledTo).toHaveBeenCalledOnce());
  expect(scrolledTo.mock.contexts[0]).toHaveProperty("textContent", expect.stringContaining("This name is taken."));
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
});
