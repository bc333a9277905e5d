// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test } from "vitest";
import { CapabilityFields } from "#chrome/screens/cameras/streams/capability-fields.tsx";
import { de } from "#chrome/texts/de.ts";
import "#chrome/texts/en.ts";

afterEach(cleanup);

test("limits are written as they are typed: 4.000 would be read as 4", () => {
  render(
    <IntlProvider locale="de" messages={{ ...de }}>
      <CapabilityFields
        group={{
          BitRate: { type: "int", min: 1000, max: 4000, default: 2000 },
          GOVLength: { type: "int", min: 1500, max: 2_147_483_647, default: 2000 },
        }}
        settings={{}}
        onChange={() => undefined}
      />
    </IntlProvider>,
  );
  expect(screen.getByText("1000 bis 4000")).toBeTruthy();
  expect(screen.getByText("1500 oder mehr")).toBeTruthy();
});

test("settings of a stream are called in the language of the page; what only the camera knows keeps its own words", () => {
  const int = { type: "int", min: 1, max: 30, default: 5 } as const;
  const group = { FrameRate: int, GOVLength: int, NoiseReductionH264: int };
  render(
    <IntlProvider locale="de" messages={{ ...de }}>
      <CapabilityFields group={group} settings={{}} onChange={() => undefined} />
    </IntlProvider>,
  );
  expect(screen.getAllByRole("textbox").map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    "Bildrate",
    "GOV-Länge",
    "Noise Reduction H264",
  ]);
});
