export {};
declare global {
  /** The values that Vite puts into import.meta.env. */
  interface ImportMeta {
    readonly env: { readonly MODE: string; readonly DEV: boolean };
  }
}
