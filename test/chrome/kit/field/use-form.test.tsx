// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, beforeAll, expect, test } from "vitest";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { loadAllTexts } from "#chrome/texts/load-texts.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import "#test/chrome/support/setup-jsdom.ts";

beforeAll(loadAllTexts);
afterEach(cleanup);

function Login({ shortest = 3 }: { readonly shortest?: number }) {
  const form = useForm({ name: "", password: "" }, ({ name, password }) => ({
    name: name === "" ? "A name is required." : null,
    password: password.length < shortest ? "Too short." : null,
  }));
  return (
    <form>
      <TextField {...form.field("name")} label="Name" />
      <TextField {...form.field("password")} label="Password" />
      <button
        type="button"
        onClick={() => {
          form.change({ name: "admin" });
          form.change({ password: "secret" });
        }}
      >
        Fill
      </button>
      <output>{form.isValid ? "valid" : "invalid"}</output>
      <p>{`${form.first.name || "nothing"} became ${form.values.name || "nothing"}`}</p>
    </form>
  );
}
const show = (login: React.ReactNode) => <IntlProvider locale="en">{login}</IntlProvider>;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const leave = (label: string) => {
  fireEvent.focus(field(label));
  fireEvent.blur(field(label));
};
const state = () => screen.getByRole("status").textContent;

test("a fault shows once its field was left, is read with the field, and goes as soon as the field is right", () => {
  render(show(<Login />));
  expect(state()).toBe("invalid");
  expect(screen.queryByText("A name is required.")).toBeNull();
  leave("Name");
  const fault = screen.getByText("A name is required.").closest("[id]")?.id ?? "none";
  expect(field("Name").getAttribute("aria-describedby")?.split(" ")).toContain(fault);
  expect(field("Name").getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("Too short.")).toBeNull();
  fireEvent.change(field("Name"), { target: { value: "a" } });
  expect(screen.queryByText("A name is required.")).toBeNull();
  expect(field("Name").getAttribute("aria-invalid")).toBeNull();
});

test("changes of one moment add up, and what it began with stays", () => {
  render(show(<Login />));
  fireEvent.click(screen.getByRole("button", { name: "Fill" }));
  expect(state()).toBe("valid");
  expect(screen.getByText("nothing became admin")).toBeTruthy();
});

test("a rule that comes to know more judges what is already typed", () => {
  const { rerender } = render(show(<Login />));
  fireEvent.click(screen.getByRole("button", { name: "Fill" }));
  leave("Password");
  rerender(show(<Login shortest={12} />));
  expect(state()).toBe("invalid");
  expect(screen.getByText("Too short.")).toBeTruthy();
});

/** A form of which the server refuses what `refuse` says; it has a value that no field shows. */
function Sent({ refusal }: { readonly refusal: Failure }) {
  const form = useForm({ name: "zoe", password: "abcd", cameras: "" }, () => ({}), { "user/exists": "name" });
  return (
    <form>
      <TextField {...form.field("name")} label="Name" />
      <TextField {...form.field("password")} label="Password" />
      <button
        type="button"
        onClick={(event) => {
          event.currentTarget.textContent = form.refused(refusal) ? "taken" : "left";
        }}
      >
        Send
      </button>
    </form>
  );
}
const tooLong = (field: string) =>
  failure("request/invalid", { cause: failure("field/too-long", { field, most: 1024 }) });

test.each([
  ["Name", failure("user/exists", { name: "zoe" }), "A user already exists with name zoe"],
  ["Password", tooLong("password"), "password: at most 1024 characters"],
])("%s: what the server refuses of a field stands there until it is changed", (label, refusal, words) => {
  render(show(<Sent refusal={refusal} />));
  fireEvent.click(screen.getByRole("button"));
  expect(screen.getByRole("button").textContent).toBe("taken");
  const said = screen.getByText(words).closest("[id]")?.id ?? "none";
  expect(field(label).getAttribute("aria-describedby")?.split(" ")).toContain(said);
  fireEvent.change(field(label), { target: { value: "another" } });
  expect(screen.queryByText(words)).toBeNull();
  expect(field(label).getAttribute("aria-invalid")).toBeNull();
});

test.each([failure("user/protected"), tooLong("cameras"), tooLong("shoe size")])(
  "a refusal of what no field shows is left to the dialog: %j",
  (refusal) => {
    render(show(<Sent refusal={refusal} />));
    fireEvent.click(screen.getByRole("button"));
    expect(screen.getByRole("button").textContent).toBe("left");
  },
);
