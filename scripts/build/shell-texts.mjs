/**
 * The texts that browsers show where the application does not run, in every language from the catalogue: an offline
 * page for each language (`offline.html`, `offline-de.html`, ...), the text for browsers without JavaScript, and the
 * description in the manifest.
 */
import { shell as de } from "../../src/domain/texts/de.ts";
import { shell as en } from "../../src/domain/texts/en.ts";
import { shell as ja } from "../../src/domain/texts/ja.ts";
import { offlinePage } from "../../src/domain/texts/offline-page.ts";

const texts = { en, de, ja };

/** The texts of the web app manifest. */
export const descriptions = {
  lang: "en",
  dir: "ltr",
  description: en["shell.description"],
  description_localized: { de: de["shell.description"], ja: ja["shell.description"] },
};

/** The offline page of one language: the language cannot be switched, because other texts are not available offline. */
export function offlineHtml(language) {
  const text = texts[language];
  return `<!doctype html>
<html lang="${language}" dir="ltr">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    <title>${text["shell.offline"]}</title>
    <link rel="stylesheet" href="offline.css" />
    <script type="module" src="offline.js"></script>
  </head>
  <body>
    <main>
      <img src="icons/icon-192.png" alt="" width="96" height="96" />
      <h1>${text["shell.offlineTitle"]}</h1>
      <p>${text["shell.offlineText"]}</p>
      <p><a href="./">${text["shell.retry"]}</a></p>
    </main>
  </body>
</html>
`;
}

/**
 * The texts in the page for browsers without JavaScript, and for those in which the application never starts: too old
 * for its syntax, or cut off from its files. The latter shows after some seconds (kit/base.css), or at once where the
 * style sheet is missing, too. No script shows it: none runs there.
 */
export function shellTexts() {
  const notStarted = Object.entries(texts)
    .map(([lang, text]) => `<p class="not-started" lang="${lang}">${text["shell.notStarted"]}</p>`)
    .join("");
  return {
    name: "shell-texts",
    transformIndexHtml: (html) => ({
      html: html.replace('<div id="root">', `<div id="root">${notStarted}`),
      tags: [
        {
          tag: "noscript",
          injectTo: "body",
          children: Object.entries(texts).map(([lang, text]) => ({
            tag: "p",
            attrs: { lang },
            children: text["shell.noScript"],
          })),
        },
      ],
    }),
  };
}

/** Writes the offline pages and their script while the client is built. */
export function offlinePages() {
  return {
    name: "offline-pages",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: "src/app/offline-page.ts", fileName: "offline.js" });
    },
    generateBundle() {
      for (const language of Object.keys(texts))
        this.emitFile({ type: "asset", fileName: offlinePage(language).slice(1), source: offlineHtml(language) });
    },
  };
}
