interface Row {
  readonly section: string;
  readonly part?: string;
  readonly sentence: string;
  readonly tests?: readonly (string | { readonly file: string; readonly test: string })[];
  readonly see?: string;
  readonly gap?: string;
}
interface Document {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly Row[];
}
export declare function load(): readonly Document[];
export declare function faults(data: readonly Document[]): readonly string[];
export declare function unnamed(data: readonly Document[]): readonly string[];
export declare function page(data: readonly Document[]): string;
export declare function pageAsItIs(): string;
