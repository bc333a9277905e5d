import { expect, it } from "vitest";
import {
  cannotListen,
  cannotReadConfig,
  cannotWriteFolder,
  socketFolder,
} from "#recorder/process/console/start-troubles.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";

const place = { host: "0.0.0.0", port: 80 };
const systemError = (code: string): Error => Object.assign(new Error(`${code}: something`), { code });

it.each([
  ["EADDRINUSE", /^Cannot listen on 0\.0\.0\.0:80: another program uses this port\. .*--port/],
  ["EACCES", /^Cannot listen on 0\.0\.0\.0:80: this user may not open the port\. .*--port/],
  ["EADDRNOTAVAIL", /^Cannot listen on 0\.0\.0\.0:80: this machine has no such address\. .*--host/],
  ["EMFILE", /^Cannot listen on 0\.0\.0\.0:80: EMFILE: something$/],
])("a port that cannot be opened (%s) is said with what to do", (code, expected) => {
  expect(cannotListen(place, systemError(code))).toMatch(expected);
});

it("a folder and a config file of somebody else are said with what to do", () => {
  expect(cannotWriteFolder("recordings", systemError("EACCES"))).toMatch(/EACCES: something\. .* with --recordings\.$/);
  expect(cannotReadConfig(systemError("EACCES"))).toMatch(/EACCES: something\. Run this as the user/);
  expect(cannotReadConfig(systemError("EISDIR"))).toBe("cannot read the config file: EISDIR: something");
});

it("a folder of temporary files that is not there is a sentence", () => {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = "/no/such/folder";
  try {
    expect(() => socketFolder("proscenium-")).toThrow(StartRefused);
    expect(() => socketFolder("proscenium-")).toThrow(/^\/no\/such\/folder takes no folder .* TMPDIR\.$/);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});
