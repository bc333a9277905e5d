/**
 * No text of a request may hold NUL: PostgreSQL stores none, and what opens a file or speaks to a camera ends there. Nor half
 * of a surrogate pair, which UTF-8 does not have: it would be stored as another text than was sent, and JSON columns refuse it.
 */
import { refuseMembers } from "../refusals.ts";
import type { FastifyInstance } from "fastify";

/** Runs before a route's own schemas: on a body that is JSON, and on the parts of the address. */
export function refuseUnreadable(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ body, query, params }, reply) => {
    const found = [params, query, body].map(unreadableOf).find((one) => one !== null);
    if (found) return refuseMembers(reply, [found]);
  });
}

/** What is wrong with a text; null = nothing. */
function faultOf(text: string): string | null {
  if (text.includes("\0")) return "no NUL characters";
  return /\p{Cs}/u.test(text) ? "no halves of surrogate pairs" : null;
}

/**
 * The first such text with its path, `a.0.b`; null = there is none. Without recursion, because it may be deeply nested.
 */
function unreadableOf(root: unknown): { readonly path: string; readonly message: string } | null {
  const left: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: "" }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      const message = faultOf(value);
      if (message !== null) return { path, message };
    } else if (typeof value === "object" && value !== null && !Buffer.isBuffer(value))
      for (const [name, member] of Object.entries(value)) {
        const inside = path === "" ? name : `${path}.${name}`;
        const message = faultOf(name);
        if (message !== null) return { path, message };
        left.push({ value: member, path: inside });
      }
  }
  return null;
}
