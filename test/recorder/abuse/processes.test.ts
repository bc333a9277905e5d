/**
 * Abuse case A17: user input that becomes an argument of another program. The recorder starts no other program at all:
 * it forks scripts of its own, without arguments, and sends requests over channels. The one exception tells systemd that
 * the recorder is alive, in words that are written in its source.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { errorBody } from "#protocol/rest/error.ts";
import { disposition } from "#recorder/http/files/disposition.ts";
import { TestHouse } from "../support/test-house.ts";

/** Tells systemd by its own program that the recorder is alive. */
const WATCHDOG = "process/watch/watchdog.ts";
const root = new URL("../../..", import.meta.url).pathname;
const sources = readdirSync(join(root, "recorder"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(join(root, "recorder", name), "utf8") }));

describe("the recorder's sources", () => {
  it("take nothing of child_process but fork", () => {
    const taken = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/import (.*?) from "node:child_process"|(?:require|import)\("node:child_process"\)/g)].map(
        ([whole, names]) => ({ name, names: (names ?? whole).replaceAll(/import type|type \w+|[{}\s,]/g, "") }),
      ),
    );
    const others = taken.filter(({ names }) => !["fork", "typeChildProcess", "typeSerializable", ""].includes(names));
    expect(others).toEqual([{ name: WATCHDOG, names: "execFile" }]);
    expect(taken.some(({ names }) => names === "fork")).toBe(true);
  });

  it("run systemd-notify with fixed words only", () => {
    const source = sources.find(({ name }) => name === WATCHDOG)?.text ?? "";
    const calls = [...source.matchAll(/\bexecFile\(([^{]*)/g)].map(([, args]) => args?.trim());
    expect(calls).toEqual(['"systemd-notify", ["WATCHDOG=1"],']);
  });

  it("fork without arguments, and never through a shell", () => {
    const forking = sources.filter(({ text }) => /\bfork\b.*from "node:child_process"/.test(text));
    const forks = forking.flatMap(({ text }) => [...text.matchAll(/\bfork\(([^)]*)/g)].map(([, args]) => args ?? ""));
    expect(forks.length).toBeGreaterThan(0);
    // The script has a fixed name, and the list of arguments is empty: no user input can get there.
    for (const args of forks) expect(args).toMatch(/^(this\.#)?(what\.)?script, \[\],/);
    expect(sources.filter(({ text }) => /shell:\s*true/.test(text)).map(({ name }) => name)).toEqual([]);
  });
});

describe("5,000 values", () => {
  let house: TestHouse;
  let stream = "";
  beforeAll(async () => {
    house = await TestHouse.open();
    stream = (await house.addCamera("Gate")).stream.id;
  });
  afterAll(() => house.close());

  const argument = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "-i",
      "--help",
      "; reboot",
      "$(id)",
      "`id`",
      "| cat /etc/passwd",
      "file:///etc/passwd",
      "concat:a|b",
      "-f",
      "\u0000",
      "\n",
      "pipe:0",
      "mkv -y /etc/x",
      "../../x.mkv",
    ),
    fc.tuple(fc.constantFrom("mkv", "mov", "-", "http://", "rtsp://"), fc.string()).map((parts) => parts.join("")),
  );

  it("for an export start none, and are refused by name", { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(argument, argument, fc.nat(3), async (one, other, where) => {
        const body = { streams: [stream], start: 1000, stop: 61_000, format: "mkv" as unknown };
        if (where === 0) Object.assign(body, { format: one });
        if (where === 1) Object.assign(body, { streams: [one, other] });
        if (where === 2) Object.assign(body, { start: one, stop: other });
        if (where === 3) Object.assign(body, { [one]: other, format: "mov" });
        const answer = await house.ask("POST", "/service/exports", { as: "admin", body });
        expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        expect(errorBody.safeParse(answer.json()).success).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    const list = (await house.ask("GET", "/service/exports", { as: "admin" })).json<{ exports: unknown[] }>();
    expect(list.exports).toEqual([]);
  });

  it("in a file's name stay in its name", () => {
    fc.assert(
      fc.property(argument, (name) => {
        const header = disposition(`${name}.mkv`);
        expect(header).toMatch(/^attachment; filename="[^"\\\r\n/]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/);
      }),
      { numRuns: 5_000 },
    );
  });
});
