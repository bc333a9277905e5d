/** What Vite puts into import.meta.env. */
interface ImportMetaEnv {
  readonly MODE: string;
  readonly DEV: boolean;
}
interface ImportMeta {
  readonly env: ImportMetaEnv;
}
