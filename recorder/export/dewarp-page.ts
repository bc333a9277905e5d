/**
 * The dewarp player as one file: the video inside the page, the stage's own shaders in its script, no network (its
 * policy forbids any). The script is bundled beside this process (`scripts/build-recorder.mjs`).
 */
import { open, readFile } from "node:fs/promises";
import { DEWARP_PAGE, type DewarpPageFacts } from "#protocol/dewarp-page.ts";

/** Browsers read a page into memory as a whole and give up above this size. */
export const DEWARP_VIDEO_MAX_BYTES = 400 * 1024 * 1024;
/** Bytes of one part: a multiple of three, so that its base64 needs no padding. */
const PART_BYTES = 3 * 1024 * 1024;

/** Writes the page for the MP4 in `videoFile` to `pageFile`. */
export async function writeDewarpPage(
  videoFile: string,
  pageFile: string,
  scriptFile: string,
  facts: DewarpPageFacts,
): Promise<void> {
  const script = await readFile(scriptFile, "utf8");
  const page = await open(pageFile, "w");
  const video = await open(videoFile, "r");
  try {
    await page.write(head(facts));
    const part = Buffer.alloc(PART_BYTES);
    for (;;) {
      const { bytesRead } = await video.read(part, 0, PART_BYTES);
      if (bytesRead === 0) break;
      const text = part.toString("base64", 0, bytesRead);
      await page.write(`<script type="text/plain" class="${DEWARP_PAGE.video}">${text}</script>\n`);
    }
    await page.write(`<script>${safeInScript(script)}</script>\n</body>\n</html>\n`);
  } finally {
    await video.close();
    await page.close();
  }
}

const head = (facts: DewarpPageFacts): string => `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; media-src blob:; img-src blob: data:">
<meta name="viewport" content="width=device-width">
<title>${escaped(`${facts.camera} ${new Date(facts.startMs).toISOString()}`)}</title>
</head>
<body>
<main id="${DEWARP_PAGE.root}"></main>
<script type="application/json" id="${DEWARP_PAGE.facts}">${jsonInScript(facts)}</script>
`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** `<` must not stand in JSON inside a script element: it could end the element. */
const jsonInScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");
/** Inside string literals of a script these mean the same as what they replace, but cannot end the script. */
const safeInScript = (script: string): string =>
  script.replaceAll(/<\/script/gi, (match) => `<\\${match.slice(1)}`).replaceAll("<!--", "\\x3c!--");
