/** What was refused to somebody goes into the audit: a right that they lack, and a password that does not fit. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Journal } from "#recorder/core/journal.ts";

/** The journal keeps this much of a name or a path that somebody sent. */
const SHOWN_CHARACTERS = 200;

/** After the answer. A refused sign-in has an entry of its own: see SessionDesk. */
export async function noteRefusal(
  journal: Journal,
  { caller, method, routeOptions, url, ip, headers, params }: FastifyRequest,
  { statusCode }: FastifyReply,
): Promise<void> {
  const route = routeOptions.url ?? url.split("?")[0] ?? "";
  if (statusCode === 401 || statusCode === 429) {
    const name = basicName(headers.authorization);
    if (name === null || caller !== null) return;
    await journal.auditOften(null, "sign-in-refused", name.slice(0, SHOWN_CHARACTERS), ip, { by: "basic" });
    return;
  }
  if (statusCode !== 403) return;
  const { id } = (params ?? {}) as { readonly id?: string };
  await journal.auditOften(caller?.identity ?? null, "refused", (id ?? "").slice(0, SHOWN_CHARACTERS), ip, {
    call: `${method} ${route}`.slice(0, SHOWN_CHARACTERS),
  });
}

/** The name of somebody who sent a password with a call; null = none was sent. */
function basicName(authorization: string | undefined): string | null {
  const [scheme = "", value = ""] = (authorization ?? "").trim().split(/\s+/, 2);
  if (scheme.toLowerCase() !== "basic") return null;
  const decoded = Buffer.from(value, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  return colon < 1 ? null : decoded.slice(0, colon);
}
