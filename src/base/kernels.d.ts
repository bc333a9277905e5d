/** AssemblyScript arrives compiled, as the bytes of a WebAssembly module (scripts/build/kernels.mjs). */
declare module "*.as" {
  const wasm: Uint8Array<ArrayBuffer>;
  export default wasm;
}
