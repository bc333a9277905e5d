// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ReleaseNotes } from "#chrome/screens/version/release-notes.tsx";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

test("releases are headings, changes are lists, and what is typed is code", () => {
  render(
    <ReleaseNotes
      markdown={[
        "# Changelog",
        "",
        "What changes,",
        "newest first.",
        "",
        "## 8.0.0 (2026-11-24)",
        "### Added",
        "- Patrols; `--demo` begins",
        "  them.",
        "",
        "- <b>Tours</b>",
        "",
        "### Fixed",
        "- Nothing.",
      ].join("\n")}
    />,
  );
  expect(screen.getAllByRole("heading").map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    "H3 8.0.0 (2026-11-24)",
    "H4 Added",
    "H4 Fixed",
  ]);
  expect(screen.getByText("What changes, newest first.").tagName).toBe("P");
  const [added, fixed] = screen.getAllByRole("list");
  const items = (list: HTMLElement | undefined) =>
    within(list ?? document.body)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect([items(added), items(fixed)]).toEqual([["Patrols; --demo begins them.", "<b>Tours</b>"], ["Nothing."]]);
  expect(screen.getByText("--demo").tagName).toBe("CODE");
});

test("of the product's own change log no mark of Markdown is left", () => {
  const { container } = render(<ReleaseNotes markdown={readFileSync("CHANGELOG.md", "utf8")} />);
  expect(screen.getAllByRole("heading", { level: 3 }).length).toBeGreaterThan(1);
  for (const text of container.querySelectorAll("h3, h4, p, li"))
    expect(text.textContent).not.toMatch(/`|^[#*-] |\*\*|\]\(/);
});
