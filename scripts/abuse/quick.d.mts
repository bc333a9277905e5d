export interface AbuseResult {
  readonly figure: string;
  readonly held: boolean | null;
}
/** The cases of the gate, in a small form. */
export const quickCases: readonly { readonly id: string; readonly tried: string }[];
export function runQuick(id: string, built: string, say: (text: string) => void): Promise<AbuseResult>;
