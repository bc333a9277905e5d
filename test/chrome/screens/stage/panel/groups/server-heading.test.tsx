// @vitest-environment jsdom
import { failure, foreignFailure } from "#domain/failures/failure.ts";
import { cleanup, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, beforeAll, expect, test } from "vitest";
import { ServerHeading } from "#chrome/screens/stage/panel/groups/server-heading.tsx";
import { de } from "#chrome/texts/de/all.ts";
import { loadStageTexts } from "#chrome/texts/load-texts.ts";
import { failureOf } from "#recorder/aggregator/servers/asking/server-client.ts";

beforeAll(loadStageTexts);
afterEach(cleanup);
const refused =
  failureOf(Object.assign(new Error("connect"), { code: "ECONNREFUSED" })).error.cause ?? failure("server/broken");

test.each([
  [refused, "die Verbindung wurde abgelehnt"],
  [foreignFailure("x/y", "what only that server knows"), "what only that server knows"],
])("why a server is away is said in the language of the page, its own words as they are: %j", (reason, german) => {
  render(
    <IntlProvider locale="de" messages={de}>
      <ServerHeading
        name="North"
        available={false}
        reason={reason}
        count={2}
        isOpen={false}
        onToggle={() => undefined}
        onShowAll={() => undefined}
        onPointerDown={() => undefined}
      />
    </IntlProvider>,
  );
  expect(screen.getByText(german)).toBeTruthy();
  expect(
    screen.getByRole("button", { expanded: false, name: /Kameras von North/ }).getAttribute("aria-label"),
  ).toContain(`, ${german}, `);
});
