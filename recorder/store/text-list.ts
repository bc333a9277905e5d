/** Lists of any length in a query: a parameter for each text would reach the limits of both databases. */
import { type RawBuilder, SqliteAdapter, sql } from "kysely";
import type { Store } from "./store.ts";

/** What `in` may be followed by. */
export function textList(store: Store, texts: readonly string[]): RawBuilder<unknown> {
  const json = JSON.stringify(texts);
  return store.getExecutor().adapter instanceof SqliteAdapter
    ? sql`(select value from json_each(${json}))`
    : sql`(select value from json_array_elements_text(${json}::json) as value)`;
}
