/** Rows of accounts: who may sign in, by what, and who is signed in. */

export interface UserRow {
  id: string;
  username: string;
  /** lower case: names must differ by more than case */
  username_key: string;
  role: string;
  password_hash: string;
  super_user: number;
  /** JSON: [{id, scope}] */
  camera_scopes: string;
  /** 1: may see without privacy masks on every camera that `camera_scopes` does not name */
  unmask: number;
  /** 1: may share views of fisheyes on the same cameras */
  share: number;
  created_ms: number;
  /** of the aggregator's accounts; empty = none */
  email: string;
  /** sealed; empty = the account has no second factor */
  factor_key: string;
  /** of the last one-time code that was used */
  factor_step: number;
  /** JSON: hashes of the recovery codes that are left */
  factor_recovery: string;
  /** who checks the user: this server by the password, the company's provider, or its directory */
  signs_in_by: "password" | "company" | "directory";
  /** whom the provider or the directory means by this account; empty = nobody has signed in yet */
  provider_subject: string;
}

export interface SessionRow {
  /** SHA-256 of the session id: the table's content opens no session */
  id_hash: string;
  /** what lists show and DELETE takes */
  handle: string;
  user_id: string;
  type: string;
  created_ms: number;
  expires_ms: number;
  address: string;
  /** who has verified the user: this server by the password (or by asking the directory), Google, the company, or a passkey */
  signed_in_by: "password" | "google" | "company" | "passkey";
  /** the session at the company's provider, by its name there; empty = none is known */
  provider_session: string;
  /** sealed: the ID token that ends the session there at sign-out; empty = none */
  provider_token: string;
}

export interface PasskeyRow {
  id: string;
  user_id: string;
  /** as its maker calls it, base64url */
  credential_id: string;
  /** COSE, base64url */
  public_key: string;
  /** of the last use; always 0 where its maker does not count */
  counter: number;
  /** JSON: how browsers reach it */
  transports: string;
  name: string;
  /** the address that it is for */
  rp_id: string;
  /** 1: browsers find it without a name */
  discoverable: number;
  synced: number;
  /** 1: a copy of it was used */
  blocked: number;
  created_ms: number;
  used_ms: number | null;
}

export interface AppPasswordRow {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256: it is random and long */
  hash: string;
  /** 1: with it only live and recorded pictures are seen */
  view_only: number;
  created_ms: number;
  used_ms: number | null;
  /** from where it was used last; empty = not yet */
  used_address: string;
}

export interface LockoutRow {
  /** account:<name> or address:<ip> */
  key: string;
  failures: number;
  /** no try is accepted before this time */
  until_ms: number;
  updated_ms: number;
}

/** A ticket that was sold and not taken yet. */
export interface TicketRow {
  /** SHA-256 of the ticket */
  key: string;
  user_id: string;
  /** null: it was bought without a session */
  session_hash: string | null;
  path: string;
  /** good for this camera only; null = no such bound */
  camera_id: string | null;
  until_ms: number;
}

/** What counts once and was used: challenges of passkeys, logout tokens of the company's provider. */
export interface UsedOnceRow {
  /** SHA-256 of its kind and name */
  key: string;
  /** from then on it would not count anyway */
  until_ms: number;
}

/** A key of one-time codes that was shown and not confirmed yet. */
export interface PendingFactorRow {
  user_id: string;
  sealed_key: string;
  until_ms: number;
}
