/**
 * Tokens for single servers, accepted as credentials at the aggregator itself: each opens its server's part of the
 * proxy, as its user.
 */
import type { Identity } from "#recorder/core/identity.ts";
import type { ServerAccess, ServerTokens } from "../servers/contracts.ts";
import { PROXY_PREFIX } from "./proxy-rules.ts";
import { serverOfToken } from "../servers/asking/token-minter.ts";

/**
 * The account's present rights count, not those in the token; the token ends with the session that it was given to.
 * `whoIs`: the account as it is now, null = it is gone. `sessionBy`: the session of a hash, null = it has ended.
 */
export const serverTokens = (
  access: Pick<ServerAccess, "readToken">,
  whoIs: (userId: string) => Promise<Identity | null>,
  sessionBy: (hash: string) => Promise<Identity["session"]>,
): ServerTokens => ({
  async verify(token, via, path) {
    const orchidId = serverOfToken(token);
    if (orchidId === null || !path.startsWith(`${PROXY_PREFIX}${orchidId}/`)) return null;
    const read = await access.readToken(orchidId, token);
    const who = read && (await whoIs(read.userId));
    if (!read || !who) return null;
    const session = read.session === null ? null : await sessionBy(read.session);
    return read.session !== null && session === null ? null : { ...who, via, session };
  },
});
