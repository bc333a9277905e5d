/** What tells a server, or the servers that share one database, from all others. */
import { randomUUID } from "node:crypto";
import { need } from "#base/assert.ts";
import type { Store } from "./store.ts";

const KEY = "internal.uuid";

/** It is made when it is first asked for. */
export async function ownUuid(store: Store): Promise<string> {
  const read = () => store.selectFrom("settings").select("value").where("key", "=", KEY).executeTakeFirst();
  const known = await read();
  if (known) return known.value;
  // Several servers may start together: the first one decides.
  await store
    .insertInto("settings")
    .values({ key: KEY, value: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return need(await read(), "the server's own identifier").value;
}
