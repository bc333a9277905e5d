/** Whether a failure from another program is one of the table. */
import type { Params, ParamValue } from "./failure.ts";
import type { ParamType, Row } from "./rows/row.ts";
import { rows } from "./rows/rows.ts";

export const rowOf = (code: string): Row | undefined =>
  Object.hasOwn(rows, code) ? rows[code as keyof typeof rows] : undefined;

/** Its parameters are exactly those of the row, and it has the cause that the row demands. */
export function isKnown(code: string, params: Params, hasCause: boolean): boolean {
  const row = rowOf(code);
  if (!row || (row.cause === "must" && !hasCause) || (row.cause === undefined && hasCause)) return false;
  const types = Object.entries(row.params ?? {});
  return types.length === Object.keys(params).length && types.every(([name, type]) => isOfType(params[name], type));
}

function isOfType(value: ParamValue | undefined, type: ParamType): boolean {
  if (type === "list") return typeof value === "object";
  return typeof value === (type === "text" ? "string" : "number");
}

/** The status of an answer with this failure. 400 for a code without a status in its row. */
export const statusOf = (code: string): number => rowOf(code)?.status ?? 400;
