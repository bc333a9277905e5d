// @vitest-environment jsdom
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeDewarpPage } from "#recorder/export/dewarp-page.ts";

const HOSTILE_NAMES = JSON.parse(readFileSync("test/fixtures/hostile-names.json", "utf8")) as readonly string[];
const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the page of a fisheye's video has no element that its camera's name made", async () => {
  const [video, script, page] = ["video.mp4", "player.js", "page.html"].map((name) => join(folder, name));
  if (!video || !script || !page) throw new Error("no files");
  writeFileSync(video, "video");
  writeFileSync(script, "void 0;");
  const shapeOf = async (camera: string): Promise<{ shape: string; title: string; camera: unknown }> => {
    await writeDewarpPage(video, page, script, { camera, recorder: camera, startMs: START, dewarp: { note: camera } });
    const document = new DOMParser().parseFromString(readFileSync(page, "utf8"), "text/html");
    const facts = JSON.parse(document.querySelector("#facts")?.textContent ?? "") as { camera: unknown };
    const shape = [...document.querySelectorAll("*")].map(({ tagName }) => tagName).join(" ");
    return { shape, title: document.title, camera: facts.camera };
  };
  const plain = await shapeOf("Shop");
  for (const name of HOSTILE_NAMES) {
    const made = await shapeOf(name);
    expect(made.shape, JSON.stringify(name)).toBe(plain.shape);
    expect(made.camera).toBe(name);
    if (/^[\x20-\x7e]+$/.test(name)) expect(made.title).toBe(`${name.trim()} ${plain.title.slice("Shop ".length)}`);
  }
});
