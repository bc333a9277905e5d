import { expect, test } from "vitest";
import { readAdvancedSettings, writeAdvancedSettings } from "#actions/session/advanced-settings.ts";

function storageOf(kept: Record<string, string>) {
  return {
    kept,
    read: (key: string) => kept[key] ?? null,
    write: (key: string, value: string) => {
      kept[key] = value;
      return true;
    },
  };
}

test("what is stored and is no setting is put right when the page is saved; what another window chose stays", () => {
  const storage = storageOf({
    defaultPlayerMode: "flash",
    webrtcSupportOverride: "enabled",
    logLevel: "LOUD",
    stagePainter: "crayon",
    other: "x",
  });
  expect(readAdvancedSettings(storage)).toEqual({
    defaultPlayerMode: "disabled",
    webrtcSupportOverride: "enabled",
    logLevel: "NONE",
    stagePainter: "auto",
  });
  expect(writeAdvancedSettings(storage, {})).toBe(true);
  expect(storage.kept).toEqual({
    defaultPlayerMode: "disabled",
    webrtcSupportOverride: "enabled",
    logLevel: "NONE",
    stagePainter: "auto",
    other: "x",
  });
});

test("a choice counts before what it puts right, and what was never stored is not stored", () => {
  const storage = storageOf({ logLevel: "LOUD" });
  writeAdvancedSettings(storage, { logLevel: "DEBUG" });
  expect(storage.kept).toEqual({ logLevel: "DEBUG" });
});
