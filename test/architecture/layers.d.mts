export interface LayerSpec {
  readonly dir: string;
  readonly may: readonly string[];
  readonly npm: readonly string[];
  readonly node?: readonly string[];
  readonly lib: readonly string[];
  readonly touches?: string;
  readonly holds?: string;
  readonly types?: readonly string[];
  readonly jsx?: boolean;
  readonly shaders?: boolean;
}
export declare const layers: Readonly<Record<string, LayerSpec>>;
/** Folders whose code may run in every frame: they make no JSON. */
export declare const inFrames: readonly string[];
/** Projects outside the layers: they may import every room. */
export declare const outside: Readonly<Record<string, { readonly dir: string }>>;
