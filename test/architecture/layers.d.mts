export interface LayerSpec {
  readonly dir: string;
  readonly may: readonly string[];
  readonly npm: readonly string[];
  readonly lib: readonly string[];
  readonly touches: string;
  readonly types?: readonly string[];
  readonly jsx?: boolean;
  readonly shaders?: boolean;
}
export type LayerName =
  | "base"
  | "domain"
  | "protocol"
  | "transport"
  | "media"
  | "stage"
  | "state"
  | "actions"
  | "chrome"
  | "app"
  | "workers"
  | "recorder";
export declare const layers: Readonly<Record<LayerName, LayerSpec>>;
