/** Null: PostgreSQL is not installed, or cannot be started by the caller. */
export function postgresPlace(): {
  readonly bin: string;
  readonly owner: { readonly uid?: number; readonly gid?: number };
} | null;
