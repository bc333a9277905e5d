/**
 * A Vite plugin: a module `*.as` is AssemblyScript, and arrives as the bytes of its WebAssembly.
 *
 * It is compiled where it is imported, so that no compiled file is kept beside its source.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";

export function kernels() {
  return {
    name: "kernels",
    async load(id) {
      if (!id.endsWith(".as")) return null;
      const bytes = Buffer.from(await compiled(id)).toString("base64");
      return `export default Uint8Array.from(atob("${bytes}"), (letter) => letter.charCodeAt(0));`;
    },
  };
}

async function compiled(path) {
  // It takes 50 MB and a second to load: only who imports a kernel pays for it.
  const { default: compiler } = await import("assemblyscript/asc");
  const source = `${basename(path, ".as")}.ts`;
  let wasm = null;
  const options = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--outFile", "kernel.wasm"];
  const complaints = compiler.createMemoryStream();
  const { error } = await compiler.main([source, ...options], {
    readFile: (name) => (name === source ? readFileSync(path, "utf8") : null),
    writeFile: (name, bytes) => {
      if (name === "kernel.wasm") wasm = bytes;
    },
    listFiles: () => [],
    stderr: complaints,
  });
  if (error || !wasm) throw new Error(`${path} does not compile:\n${complaints.toString()}`, { cause: error });
  return wasm;
}
