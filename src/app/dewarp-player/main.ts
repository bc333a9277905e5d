/** Entry of the exported dewarp page: one file, no network, the stage's own shaders, controls of its own. */
import { bytesOfBase64 } from "#base/base64.ts";
import { parseDewarpConfig } from "#domain/dewarp/config.ts";
import { DEWARP_PAGE, dewarpPageFacts } from "#protocol/dewarp-page.ts";
import { DewarpSurface } from "#stage/dewarp-surface.ts";
import { PlayerPage } from "./player-page.ts";

function start(root: HTMLElement): void {
  const text = document.getElementById(DEWARP_PAGE.facts)?.textContent ?? "";
  const facts = dewarpPageFacts.safeParse(JSON.parse(text));
  if (!facts.success) throw new Error("this file is damaged");
  const config = parseDewarpConfig(facts.data.dewarp);
  if (!config.ok) throw new Error(`unknown dewarp settings: ${config.error}`);
  const video = document.createElement("video");
  video.src = URL.createObjectURL(embeddedVideo());
  const canvas = document.createElement("canvas");
  const surface = new DewarpSurface(canvas);
  const page = new PlayerPage({ root, canvas, video, facts: facts.data, config: config.value, surface });
  page.listen();
}

/** The parts are decoded one by one: one text of the whole video might be longer than a text may be. */
function embeddedVideo(): Blob {
  const parts = [...document.getElementsByClassName(DEWARP_PAGE.video)].map((element) => {
    const bytes = bytesOfBase64(element.textContent ?? "");
    element.remove();
    return bytes;
  });
  return new Blob(parts, { type: "video/mp4" });
}

const root = document.getElementById(DEWARP_PAGE.root);
if (root) {
  try {
    start(root);
  } catch (error) {
    root.textContent = `The video cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  }
}
