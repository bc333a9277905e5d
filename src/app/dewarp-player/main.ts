/** Entry of the exported dewarp page: one file, no network, the stage's own shaders, controls of its own. */
import { bytesOfBase64 } from "#base/base64.ts";
import { parseDewarpConfig } from "#domain/dewarp/config.ts";
import { DEWARP_PAGE, dewarpPageFacts } from "#protocol/dewarp-page.ts";
import { DewarpSurface } from "#stage/dewarp-surface.ts";
import { NoWebGl2 } from "#stage/gl/no-webgl2.ts";
import { type PageSpeech, pageSpeech } from "./page-speech.ts";
import { PlayerPage } from "./player-page.ts";

function start(root: HTMLElement, speech: PageSpeech): void {
  const facts = dewarpPageFacts.safeParse(embeddedFacts());
  if (!facts.success) throw new Error(speech.say("dewarpPage.damaged"));
  document.title = `${facts.data.camera} ${speech.time(facts.data.startMs)}`;
  const config = parseDewarpConfig(facts.data.dewarp);
  if (!config.ok) throw new Error(speech.say("dewarpPage.settings", { name: config.error }));
  const video = document.createElement("video");
  video.src = URL.createObjectURL(embeddedVideo());
  const canvas = document.createElement("canvas");
  const surface = new DewarpSurface(canvas);
  const page = new PlayerPage({ root, canvas, video, facts: facts.data, config: config.value, surface, speech });
  page.listen();
}

/** Null where the file was truncated or changed. */
function embeddedFacts(): unknown {
  try {
    return JSON.parse(document.getElementById(DEWARP_PAGE.facts)?.textContent ?? "");
  } catch {
    return null;
  }
}

function reasonOf(error: unknown, speech: PageSpeech): string {
  if (error instanceof NoWebGl2) return speech.say("dewarpPage.noWebGl2");
  return error instanceof Error ? error.message : String(error);
}

/** The parts are decoded one by one: one string for the whole video might exceed the browser's limit. */
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
  const speech = pageSpeech(navigator.languages);
  document.documentElement.lang = speech.language;
  try {
    start(root, speech);
  } catch (error) {
    root.textContent = speech.say("dewarpPage.notShown", { reason: reasonOf(error, speech) });
  }
}
