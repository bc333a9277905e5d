/** No text of a request may hold NUL: PostgreSQL stores none, and what opens a file or speaks to a camera ends there. */
import { refuseMembers } from "../refusals.ts";
import type { FastifyInstance } from "fastify";

/** Runs before a route's own schemas: on a body that is JSON, and on the parts of the address. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ body, query, params }, reply) => {
    const path = [params, query, body].map(pathOfNul).find((found) => found !== null);
    if (path === undefined) return;
    return refuseMembers(reply, [{ path, message: "no NUL characters" }]);
  });
}

/**
 * The path of the first such text, `a.0.b`; null = there is none. Without recursion, because it may be deeply nested.
 */
function pathOfNul(root: unknown): string | null {
  const left: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: "" }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      if (value.includes("\0")) return path;
    } else if (typeof value === "object" && value !== null && !Buffer.isBuffer(value))
      for (const [name, member] of Object.entries(value)) {
        const inside = path === "" ? name : `${path}.${name}`;
        if (name.includes("\0")) return path;
        left.push({ value: member, path: inside });
      }
  }
  return null;
}
