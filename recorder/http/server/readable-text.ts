/** No text of a request may hold NUL: PostgreSQL stores none, and what opens a file or speaks to a camera ends there. */
import { refuseMembers } from "../refusals.ts";
import type { FastifyInstance } from "fastify";

/** Before a route's own schemas: a body that is JSON, and the words of the address. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ body, query, params }, reply) => {
    const path = [params, query, body].map(pathOfNul).find((found) => found !== null);
    if (path === undefined) return;
    return refuseMembers(reply, [{ path, message: "no NUL characters" }]);
  });
}

/** Where in it the first such text is, `a.0.b`; null = nowhere. However deep it is: no recursion. */
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
