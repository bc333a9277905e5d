/** Rows of servers that share a database. */

/** One row: the number of the newest message. Whoever publishes holds it until its messages are there, so that no number is seen before a smaller one. */
export interface BusHeadRow {
  id: string;
  seq: number;
}

export interface BusMessageRow {
  seq: number;
  /** id of the server that said it */
  node: string;
  topic: string;
  /** JSON */
  body: string;
  sent_ms: number;
}

export interface NodeRow {
  id: string;
  /** when it last said that it runs, by the database's clock */
  seen_ms: number;
}
