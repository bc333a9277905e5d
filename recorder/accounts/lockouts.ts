/**
 * Brakes on guessing passwords: some tries are free; after that each failure makes the next try wait, from one second
 * doubling to a longest pause, per account and per address, kept over restarts. Administrators set both numbers. A device that is known to an account
 * has a brake of its own instead. A try counts as failed before the password is checked, so parallel guesses gain
 * nothing.
 */
import { Mutex, type AnyMutex } from "#base/mutex.ts";
import { SECURITY_DEFAULTS, type SignInSecurity } from "#domain/accounts/sign-in-security.ts";
import type { Store } from "#recorder/store/store.ts";

const FIRST_PAUSE_MS = 1000;
/** after this long without a failure, and after its pause, an address or account starts anew */
const FORGET_MS = 60 * 60_000;

type LockoutLimits = Pick<SignInSecurity, "lockoutFreeTries" | "lockoutMaxPauseMinutes">;

type Try =
  | { readonly ok: true; readonly commit: () => Promise<void>; readonly cancel: () => Promise<void> }
  | { readonly ok: false; readonly waitMs: number };

export class Lockouts {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #limits: () => Promise<LockoutLimits>;
  readonly #mutex: AnyMutex;

  constructor(
    store: Store,
    now: () => number,
    limits: () => Promise<LockoutLimits> = async () => SECURITY_DEFAULTS,
    mutex: AnyMutex = new Mutex(),
  ) {
    this.#mutex = mutex;
    this.#store = store;
    this.#now = now;
    this.#limits = limits;
  }

  /**
   * Takes one try for an account from an address. `commit` is called when it succeeded, `cancel` when
   * nobody could say whether it was right. `deviceId`: of a device that is
   * known to the account.
   */
  begin(username: string, address: string, deviceId: string | null = null): Promise<Try> {
    return deviceId === null ? this.#beginFrom(username, address) : this.#beginOn(`device:${deviceId}`);
  }

  /** The same for one-time codes, which have brakes of their own: a right password before them clears none. */
  beginCode(userId: string, deviceId: string | null): Promise<Try> {
    return this.#beginOn(deviceId === null ? `code:${userId}` : `code:${userId}:${deviceId}`);
  }

  #beginOn(device: string): Promise<Try> {
    return this.#mutex.run(async () => {
      const waitMs = await this.#wait(device);
      if (waitMs > 0) return { ok: false, waitMs };
      await this.#fail(device);
      return {
        ok: true,
        commit: () => this.#mutex.run(() => this.#forget(device)),
        cancel: () => this.#mutex.run(() => this.#takeBack(device)),
      };
    });
  }

  #beginFrom(username: string, address: string): Promise<Try> {
    const account = `account:${username.toLowerCase()}`;
    const from = `address:${address}`;
    return this.#mutex.run(async () => {
      const waitMs = Math.max(await this.#wait(account), await this.#wait(from));
      if (waitMs > 0) return { ok: false, waitMs };
      await this.#fail(account);
      await this.#fail(from);
      return {
        ok: true,
        commit: () => this.#mutex.run(() => this.#succeed(account, from)),
        cancel: () =>
          this.#mutex.run(async () => {
            await this.#takeBack(account);
            await this.#takeBack(from);
          }),
      };
    });
  }

  /** Console help: forgets every brake. */
  async clear(): Promise<void> {
    await this.#store.deleteFrom("lockouts").execute();
  }

  async #wait(key: string): Promise<number> {
    const row = await this.#row(key);
    if (!row) return 0;
    // A pause that began before the longest one was shortened is shortened, too.
    const untilMs = Math.min(row.until_ms, row.updated_ms + longestMs(await this.#limits()));
    return Math.max(0, untilMs - this.#now());
  }

  async #forget(key: string): Promise<void> {
    await this.#store.deleteFrom("lockouts").where("key", "=", key).execute();
  }

  async #row(key: string) {
    const row = await this.#store.selectFrom("lockouts").selectAll().where("key", "=", key).executeTakeFirst();
    if (!row) return undefined;
    const now = this.#now();
    // The clock was set back: the pause keeps its length and starts now. Otherwise it would last until that day comes
    // again.
    if (row.updated_ms > now) {
      const moved = { until_ms: row.until_ms - (row.updated_ms - now), updated_ms: now };
      await this.#store.updateTable("lockouts").set(moved).where("key", "=", key).execute();
      return { ...row, ...moved };
    }
    return now - Math.max(row.updated_ms, row.until_ms) < FORGET_MS ? row : undefined;
  }

  async #fail(key: string): Promise<void> {
    const failures = ((await this.#row(key))?.failures ?? 0) + 1;
    const limits = await this.#limits();
    const over = failures - limits.lockoutFreeTries;
    const pauseMs = over < 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** Math.min(over, 30), longestMs(limits));
    const now = this.#now();
    const row = { key, failures, until_ms: now + pauseMs, updated_ms: now };
    await this.#store
      .insertInto("lockouts")
      .values(row)
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
  }

  /** It was no try after all. The pause before it was over, or it would not have begun. */
  async #takeBack(key: string): Promise<void> {
    const row = await this.#row(key);
    if (!row) return;
    const failures = row.failures - 1;
    if (failures <= 0) return this.#forget(key);
    const until_ms = Math.min(row.until_ms, this.#now());
    await this.#store.updateTable("lockouts").set({ failures, until_ms }).where("key", "=", key).execute();
  }

  /**
   * The account is cleared; the address loses only what this account had added, so one good login does not hide
   * guessing.
   */
  async #succeed(account: string, from: string): Promise<void> {
    const own = (await this.#row(account))?.failures ?? 0;
    await this.#forget(account);
    const address = await this.#row(from);
    if (!address) return;
    const failures = address.failures - own;
    if (failures <= 0) await this.#forget(from);
    else {
      await this.#store
        .updateTable("lockouts")
        .set({ failures, until_ms: failures < (await this.#limits()).lockoutFreeTries ? 0 : address.until_ms })
        .where("key", "=", from)
        .execute();
    }
  }
}

const longestMs = ({ lockoutMaxPauseMinutes }: LockoutLimits): number => lockoutMaxPauseMinutes * 60_000;
