/** Writes the acknowledgments: every package that the product needs to run, with its licence. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const licenceNames = ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "LICENCE.md", "license", "LICENSE-MIT"];

/** One text: packages by name with version and licence, then the text of each licence as its package contains it. */
function acknowledgments() {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== "" && entry.dev !== true && existsSync(join(root, path, "package.json")))
    .map(([path]) => {
      const about = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
      const file = licenceNames.map((name) => join(root, path, name)).find((each) => existsSync(each));
      const licence = typeof about.license === "string" ? about.license : (about.license?.type ?? "see its text");
      return { title: `${about.name} ${about.version}`, licence, text: file ? readFileSync(file, "utf8").trim() : "" };
    })
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const unique = packages.filter(({ title }, index) => packages[index - 1]?.title !== title);
  const list = unique.map(({ title, licence }) => `${title}: ${licence}`).join("\n");
  const texts = unique
    .filter(({ text }) => text !== "")
    .map(({ title, text }) => `${"-".repeat(72)}\n${title}\n\n${text}`)
    .join("\n\n");
  return `${list}\n\n${texts}\n`;
}

/** It lies beside the recorder's scripts, where the recorder's version answer finds it. */
export const writeAcknowledgments = (outDir) => writeFileSync(join(outDir, "ACKNOWLEDGMENTS.txt"), acknowledgments());
