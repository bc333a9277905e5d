// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const stream = {
  id: "s1",
  name: "Main",
  configuration: { Audio: { Encoder: "AAC", BitRate: 64 } },
  recordingConfiguration: {
    mode: "ALL_FEATURES_MODE",
    motionReducer: false,
    filesplit: { motionMode: 0, recordState: true },
  },
};
const camera = {
  id: "c1",
  name: "Gate",
  driver: "ONVIF",
  capabilities: {
    camera: {},
    stream: {
      Audio: {
        Encoder: {
          type: "enum",
          options: ["AAC"],
          default: "AAC",
          capabilities: { AAC: { BitRate: { type: "int", min: 8, max: 128, default: 64 } } },
        },
      },
    },
  },
  primaryStream: { id: "s1" },
  streams: [stream],
};

let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

/** The dialog of the stream, and what its Save has sent. */
async function edit(): Promise<() => Promise<unknown>> {
  const { asked, origin } = (server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/streams/status": { json: { statuses: [] } },
    "PATCH /service/cameras/c1/streams/s1": { json: stream },
  }));
  const product = renderProduct({ origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/cameras?camera=c1");
  fireEvent.click(await screen.findByRole("button", { name: "Settings of stream Main" }));
  await screen.findByRole("dialog");
  return async () => {
    // As Enter in a field does: the field is not left.
    fireEvent.submit(screen.getByLabelText("Name").closest("form") as HTMLFormElement);
    await waitFor(() => expect(asked.some(({ method }) => method === "PATCH")).toBe(true));
    return JSON.parse(asked.find(({ method }) => method === "PATCH")?.body ?? "null");
  };
}

test("only what was changed is sent: another administrator's recording style stays", async () => {
  const save = await edit();
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "North" } });
  expect(await save()).toEqual({ name: "North" });
});

test("a number that was typed is clamped also when Enter saves it, that of the sound too", async () => {
  const save = await edit();
  fireEvent.change(screen.getByLabelText(/bit rate/i), { target: { value: "9999" } });
  expect(await save()).toEqual({ configuration: { Audio: { BitRate: 128 } } });
});
