// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { asked, bucket, closeAfterEach, none, open, press, set } from "./open-bucket.ts";

closeAfterEach();
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function choose(label: RegExp, option: string): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: label }));
  fireEvent.click(await screen.findByRole("option", { name: option }));
}

test("it is said what it does where none is set; what is wrong is said, what is right is tried and saved", async () => {
  const refusals = [{ code: "bucket/no-bucket", reason: "", params: { bucket: "archive" } }];
  let state: object = none;
  await open(() => state, {
    "PUT /service/server/bucket": () => {
      const json = refusals.shift();
      if (json) return { status: 400, json };
      state = set;
      return { json: set };
    },
  });
  expect(await screen.findByText(/^Recordings can be copied to a bucket of an S3 service/)).toBeTruthy();
  await press("Set up…");
  const save = await screen.findByRole<HTMLButtonElement>("button", { name: "Save" });
  expect(save.disabled).toBe(true);
  expect(screen.getByText(/The recorder tries the bucket before it saves/)).toBeTruthy();
  type("Address of the service", "s3.example.com");
  fireEvent.blur(screen.getByLabelText("Address of the service"));
  expect(await screen.findByText(/^The address of the service, like/)).toBeTruthy();
  type("Address of the service", "https://s3.example.com/");
  type("Bucket", "archive");
  type("Access key ID", "AKID");
  type("Secret access key", "secret");
  expect(screen.getByLabelText("Secret access key").getAttribute("type")).toBe("password");
  type("Upload limit (MB/s)", "2");
  type("Keep copies (days)", "1");
  expect(screen.getByText(/Copies would be removed as soon as they are made/)).toBeTruthy();
  type("Keep copies (days)", "");
  await choose(/What/, "locked evidence only");
  expect(screen.queryByText("Cameras")).toBeNull();
  await choose(/What/, "recordings with motion");
  // All cameras are chosen at first, also those that come later.
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "All cameras" }).checked).toBe(true);
  await choose(/Send/, "within hours of the day");
  await choose(/From/, "20:00");
  await choose(/^(?!.*From).*To/, "24:00");
  await choose(/Encryption/, "by this recorder");
  expect(screen.getByText(/Without the passphrase nobody can read the copies again/)).toBeTruthy();
  expect(save.disabled).toBe(true);
  type("Passphrase", "twelve letters");
  fireEvent.click(screen.getByRole("checkbox", { name: "Evidence locks are legal holds" }));
  fireEvent.click(save);
  expect(await screen.findByText(/The service has no bucket archive/)).toBeTruthy();
  await press("Save");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  const body = {
    endpoint: "https://s3.example.com",
    region: "us-east-1",
    bucket: "archive",
    prefix: "",
    accessKeyId: "AKID",
    secretAccessKey: "secret",
    what: "motion",
    cameras: null,
    afterDays: 1,
    keepDays: null,
    limit: 2 * 1024 ** 2,
    hours: { from: 20, to: 24 },
    encryption: "own",
    passphrase: "twelve letters",
    holds: true,
  };
  expect(asked.map((one) => one.body)).toEqual([body, body]);
  expect(await screen.findByText("https://s3.example.com, region eu-central-1")).toBeTruthy();
});

test("a change keeps the secrets that are not typed, and what was not changed to the byte", async () => {
  await open(() => set, { "PUT /service/server/bucket": () => ({ json: set }) });
  await press("Change…");
  const dialog = await screen.findByRole("dialog");
  for (const secret of ["Secret access key", "Passphrase"])
    expect(within(dialog).getByLabelText(secret).getAttribute("placeholder")).toBe("as before");
  expect(await within(dialog).findByText("At once 280 recordings (3.0 GB) would be copied.")).toBeTruthy();
  type("Copy after (days)", "3");
  expect(await within(dialog).findByText("At once 120 recordings (3.0 GB) would be copied.")).toBeTruthy();
  await press("Save");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(asked).toEqual([{ what: "PUT /service/server/bucket", body: { ...bucket, afterDays: 3 } }]);
});
