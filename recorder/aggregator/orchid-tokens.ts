/** Tokens for single servers as a proof at the aggregator itself: each opens its server's part of the proxy, as its user. */
import type { Identity } from "#recorder/main/identity.ts";
import type { OrchidAccess, OrchidTokens } from "./contracts.ts";
import { PROXY_PREFIX } from "./proxy-rules.ts";
import { orchidOfToken } from "./token-minter.ts";

/** `whoIs`: the account as it is now, null = it is gone. What it may do is what holds now, not what the token says. */
export const orchidTokens = (
  access: Pick<OrchidAccess, "userOfToken">,
  whoIs: (userId: string) => Promise<Identity | null>,
): OrchidTokens => ({
  async verify(token, via, path) {
    const orchidId = orchidOfToken(token);
    if (orchidId === null || !path.startsWith(`${PROXY_PREFIX}${orchidId}/`)) return null;
    const userId = await access.userOfToken(orchidId, token);
    const who = userId === null ? null : await whoIs(userId);
    return who && { ...who, via };
  },
});
