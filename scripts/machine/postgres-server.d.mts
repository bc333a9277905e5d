/** A PostgreSQL server of one's own on this machine, in a folder that goes with it. */
export class PostgresServer {
  /** Rejects with a sentence where there is no PostgreSQL, or where it does not start. */
  static start(): Promise<PostgresServer>;
  readonly url: string;
  stop(): Promise<void>;
}
