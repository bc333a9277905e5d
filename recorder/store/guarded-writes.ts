/** Refuses what would be written into a database whose folder is gone: it would be lost, and nobody would know. */
import type { KyselyPlugin, QueryResult, RootOperationNode, UnknownRow } from "kysely";

const CHANGES = new Set<RootOperationNode["kind"]>(["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"]);

/** `refusal`: why nothing may be written now; null = it may. */
export const guardedWrites = (refusal: () => Error | null): KyselyPlugin => ({
  transformQuery({ node }) {
    const why = CHANGES.has(node.kind) ? refusal() : null;
    if (why) throw why;
    return node;
  },
  transformResult: ({ result }): Promise<QueryResult<UnknownRow>> => Promise.resolve(result),
});
