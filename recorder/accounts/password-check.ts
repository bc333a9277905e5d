import { createHmac, randomBytes } from "node:crypto";
import { KeyedMutex } from "#base/keyed-mutex.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, failure, hasCode, refuse } from "#domain/failures/failure.ts";
import { newSecret } from "#recorder/store/ids.ts";
import type { UserRow } from "#recorder/store/tables/account-rows.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { Lockouts } from "./lockouts.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

/** Tries that wait for others at most; more are refused, so that a flood does not grow without end. */
const MAX_WAITING = 1000;
const BUSY_RETRY_S = 5;

/** The company's directory, which checks the passwords of its own people. */
export interface PasswordDirectory {
  readonly isFor: (user: UserRow | undefined) => Promise<boolean>;
  readonly check: (username: string, password: string) => Promise<Result<UserRow, Failure>>;
}

export interface PasswordTry {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** what the browser brought along from an earlier sign-in; null = nothing */
  readonly device: string | null;
}

/**
 * Checks passwords behind the brakes on guessing. Tries for one account, or from one address, are checked one after the
 * other, so that only wrong ones count and right ones are never refused for coming together; equal ones that come
 * together are checked once, because a check is dear by design.
 */
export class PasswordCheck {
  readonly #lockouts: Lockouts;
  readonly #devices: KnownDevices;
  readonly #userOf: (username: string) => Promise<UserRow | undefined>;
  readonly #addresses = new KeyedMutex();
  readonly #accounts = new KeyedMutex();
  readonly #pending = new Map<string, Promise<Result<UserRow, Failure>>>();
  readonly #key = randomBytes(32);
  /** a password hash to check when the account is unknown, so that the answer takes the same time */
  readonly #decoy = hashPassword(newSecret());

  readonly #directory: PasswordDirectory | null;

  constructor(
    lockouts: Lockouts,
    devices: KnownDevices,
    userOf: (username: string) => Promise<UserRow | undefined>,
    directory: PasswordDirectory | null = null,
  ) {
    this.#directory = directory;
    this.#lockouts = lockouts;
    this.#devices = devices;
    this.#userOf = userOf;
  }

  /** Failures: session/wrong, session/locked. */
  run(ask: PasswordTry): Promise<Result<UserRow, Failure>> {
    const key = this.keyOf([ask.username, ask.password, ask.address, ask.device]);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    if (this.#pending.size >= MAX_WAITING) return Promise.resolve(locked(BUSY_RETRY_S));
    const made = this.#inTurn(ask).finally(() => this.#pending.delete(key));
    this.#pending.set(key, made);
    return made;
  }

  /** A keyed hash of credentials: who reads this process's memory finds no password in it. */
  keyOf(parts: readonly (string | null)[]): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(parts)).digest("hex");
  }

  /** Always the address before the account: whoever holds an account's turn waits for nobody. */
  async #inTurn(ask: PasswordTry): Promise<Result<UserRow, Failure>> {
    const user = await this.#userOf(ask.username);
    const deviceId = user && ask.device !== null ? this.#devices.idOf(ask.device, user.id) : null;
    const directory = this.#directory;
    if (directory && (await directory.isFor(user))) return this.#inTurnThere(directory, ask, deviceId);
    if (deviceId !== null) return this.#accounts.run(`device ${deviceId}`, () => this.#check(ask, deviceId));
    return this.#addresses.run(ask.address, () =>
      this.#accounts.run(ask.username.toLowerCase(), () => this.#check(ask, null)),
    );
  }

  /** Queues of its own, also for the brake on addresses: a directory that hangs holds up no account of this server. */
  #inTurnThere(
    directory: PasswordDirectory,
    ask: PasswordTry,
    deviceId: string | null,
  ): Promise<Result<UserRow, Failure>> {
    const address = `directory ${ask.address}`;
    // A directory takes many spellings for the same name: they have one brake.
    const name = ask.username.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
    const work = () => this.#checkThere(directory, { ...ask, address }, name, deviceId);
    if (deviceId !== null) return this.#accounts.run(`device ${deviceId}`, work);
    return this.#addresses.run(address, () => this.#accounts.run(`directory ${name}`, work));
  }

  async #checkThere(
    directory: PasswordDirectory,
    { username, password, address }: PasswordTry,
    name: string,
    deviceId: string | null,
  ): Promise<Result<UserRow, Failure>> {
    const attempt = await this.#lockouts.begin(name, address, deviceId);
    if (!attempt.ok) return locked(Math.ceil(attempt.waitMs / 1000));
    const answer = await directory.check(username, password);
    if (answer.ok) await attempt.commit();
    else if (!hasCode(answer.error, "session/wrong")) await attempt.cancel();
    return answer;
  }

  async #check(
    { username, password, address }: PasswordTry,
    deviceId: string | null,
  ): Promise<Result<UserRow, Failure>> {
    const attempt = await this.#lockouts.begin(username, address, deviceId);
    if (!attempt.ok) return locked(Math.ceil(attempt.waitMs / 1000));
    // Asked again: it may have waited, and the account may have changed meanwhile.
    const user = await this.#userOf(username);
    // An account that somebody else verifies has no password here.
    const own = user?.signs_in_by === "password" ? user : undefined;
    const isRight = await verifyPassword(own?.password_hash ?? (await this.#decoy), password);
    if (!own || !isRight) return refuse("session/wrong");
    await attempt.commit();
    return ok(own);
  }
}

const locked = (seconds: number): Result<UserRow, Failure> =>
  fail({ ...failure("session/locked", { count: seconds }), retryAfterS: seconds });
