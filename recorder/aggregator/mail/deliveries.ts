/** The mails themselves: when one is due, what stands in it, and trying again where it could not be sent. */
import { createHash } from "node:crypto";
import { englishText } from "#domain/failures/english.ts";
import { storedOr } from "#recorder/core/stored-failure.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { lastDigestTime, mailDueMs, retryAfterMs } from "#domain/servers/notifications.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import type { Notification } from "#protocol/rest/server/notification.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Log } from "#recorder/core/log.ts";
import { isDatabaseAway } from "#recorder/store/database-away.ts";
import type { Store } from "#recorder/store/store.ts";
import type { NotificationEventRow, NotificationRow } from "#recorder/store/tables/aggregator-rows.ts";
import type { Mailer } from "./mailer.ts";
import { alertText, digestText, type Letterhead, type Line } from "./notification-mails.ts";
import type { SmtpServers } from "./smtp-servers.ts";

export interface DeliveryDeps {
  readonly store: Store;
  readonly smtpServers: Pick<SmtpServers, "connection" | "standing">;
  readonly mailer: Pick<Mailer, "send">;
  readonly journal: Journal;
  readonly log: Log;
  readonly now: () => number;
  readonly head: Letterhead;
}

const DAY_MS = 86_400_000;
const LONGEST_RETRY_MS = retryAfterMs(Number.MAX_SAFE_INTEGER);
/** Longer than sending a mail takes: after that the node that does it is taken for dead. */
const CLAIM_MS = 60_000;
const NOTE_AGAIN_MS = 500;

interface Tries {
  readonly failures: number;
  readonly nextMs: number;
  /** how the mail was to be sent: with another mail server or other recipients it is tried again at once */
  readonly by: string;
}

export class Deliveries {
  readonly #deps: DeliveryDeps;
  /** by id of the notification */
  readonly #sending = new Map<string, Promise<void>>();
  /** since when the oldest incident waits for its mail */
  readonly #firstMs = new Map<string, number>();
  /** when this node sent the last mail */
  readonly #lastMs = new Map<string, number>();
  readonly #tries = new Map<string, Tries>();
  readonly #ending = new AbortController();

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /**
   * Starts to send what is due for this notification; one mail of it is under way at a time. `open`: what is wrong now.
   */
  async consider(row: NotificationRow, rule: Notification, open: readonly Line[]): Promise<void> {
    const { now, head } = this.#deps;
    const nowMs = now();
    if (!rule.enabled || this.#sending.has(rule.id)) return;
    this.#keepToClock(rule.id, nowMs);
    if (await this.#mustWait(rule, nowMs)) return;
    const digestMs = lastDigestTime(rule.digestTime, nowMs, namedZone(head.zone));
    // The last mail was stamped by a clock that was days ahead.
    if (rule.action === "digest" && row.digest_sent_ms > nowMs + DAY_MS) return this.#digestSent(rule.id, nowMs);
    if (rule.action === "digest" && row.digest_sent_ms >= digestMs) return;
    if (rule.action === "immediate") {
      if ((await this.#waiting(rule.id)).length === 0) return;
      const firstMs = this.#firstMs.get(rule.id) ?? nowMs;
      this.#firstMs.set(rule.id, firstMs);
      if (nowMs < mailDueMs(firstMs, this.#lastMail(row, nowMs))) return;
    }
    if (!(await this.#claim(row, nowMs))) return;
    // The node that had it before may have told some.
    const waiting = await this.#waiting(rule.id);
    if (rule.action === "immediate" && waiting.length === 0) return this.#release(rule.id);
    const lines = waiting.map(lineOf);
    const text =
      rule.action === "immediate"
        ? alertText(lines, head)
        : digestText({ fromMs: row.digest_sent_ms, toMs: nowMs }, lines, open, head);
    const by = await this.#wayOf(rule);
    const sending = this.#send(rule, { text, id: mailId(row, waiting) }, waiting, nowMs, by).finally(() =>
      this.#sending.delete(rule.id),
    );
    this.#sending.set(rule.id, sending);
  }

  /** A time that was noted before the clock was set back lies in the future: mails must not wait until it comes. */
  #keepToClock(id: string, nowMs: number): void {
    for (const noted of [this.#firstMs, this.#lastMs]) {
      const ms = noted.get(id);
      if (ms !== undefined && ms > nowMs) noted.set(id, nowMs);
    }
    const tries = this.#tries.get(id);
    if (!tries) return;
    const latestMs = nowMs + LONGEST_RETRY_MS;
    if (tries.nextMs > latestMs) this.#tries.set(id, { ...tries, nextMs: nowMs + retryAfterMs(tries.failures) });
  }

  #waiting(notificationId: string): Promise<NotificationEventRow[]> {
    const all = this.#deps.store.selectFrom("notification_events").selectAll();
    return all.where("notification_id", "=", notificationId).orderBy("when_ms").orderBy("id").execute();
  }

  /** Null: none was sent yet. */
  #lastMail({ id, mailed_ms: mailedMs }: NotificationRow, nowMs: number): number | null {
    const ownMs = this.#lastMs.get(id);
    if (mailedMs <= nowMs) return mailedMs === 0 ? (ownMs ?? null) : Math.max(mailedMs, ownMs ?? 0);
    // A clock that was ahead has written the time of that mail.
    if (ownMs === undefined) this.#lastMs.set(id, nowMs);
    return ownMs ?? nowMs;
  }

  /** False: another node sends a mail of it, or has just sent its digest. */
  async #claim({ id, digest_sent_ms: digestSentMs }: NotificationRow, nowMs: number): Promise<boolean> {
    const untilMs = nowMs + CLAIM_MS;
    const { numUpdatedRows } = await this.#deps.store
      .updateTable("notifications")
      .set({ sending_until_ms: untilMs })
      .where("id", "=", id)
      .where("digest_sent_ms", "=", digestSentMs)
      // A clock that was ahead has written a claim that ends later.
      .where((is) => is.or([is("sending_until_ms", "<=", nowMs), is("sending_until_ms", ">", untilMs)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async #release(id: string): Promise<void> {
    await this.#deps.store.updateTable("notifications").set({ sending_until_ms: 0 }).where("id", "=", id).execute();
  }

  async #digestSent(id: string, nowMs: number): Promise<void> {
    const { store } = this.#deps;
    await store.updateTable("notifications").set({ digest_sent_ms: nowMs }).where("id", "=", id).execute();
  }

  /** Resolves when every mail that is under way has arrived or failed. */
  async idle(): Promise<void> {
    await Promise.all(this.#sending.values());
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.idle();
  }

  /** After a failure the next attempt waits; a changed notification is tried at once, as if nothing had failed. */
  async #mustWait(rule: Notification, nowMs: number): Promise<boolean> {
    const tries = this.#tries.get(rule.id);
    if (!tries || nowMs >= tries.nextMs) return false;
    if ((await this.#wayOf(rule)) === tries.by) return true;
    this.#tries.delete(rule.id);
    return false;
  }

  async #wayOf({ smtpServer, recipients }: Notification): Promise<string> {
    return JSON.stringify([recipients, await this.#deps.smtpServers.standing(smtpServer)]);
  }

  async #send(
    rule: Notification,
    { text, id }: { readonly text: string; readonly id: string },
    told: readonly NotificationEventRow[],
    nowMs: number,
    by: string,
  ): Promise<void> {
    const { smtpServers, mailer, journal, log } = this.#deps;
    let mayBeSent = false;
    try {
      const server = rule.smtpServer === "" ? null : await smtpServers.connection(rule.smtpServer);
      if (!server)
        return await this.#failed(rule, failure("event/mail-server-removed", { name: rule.name }), nowMs, by);
      const mail = { to: rule.recipients, subject: rule.name, text, id };
      mayBeSent = true;
      const sent = await mailer.send(server, mail, this.#ending.signal);
      if (this.#ending.signal.aborted && !sent.ok) return await this.#release(rule.id);
      if (!sent.ok)
        return await this.#failed(
          rule,
          failure("event/mail-not-sent", { name: rule.name, cause: sent.error }),
          nowMs,
          by,
        );
      this.#tries.delete(rule.id);
      this.#lastMs.set(rule.id, nowMs);
      this.#firstMs.delete(rule.id);
      await this.#noteSent(rule, told, nowMs);
      if (sent.value.refused.length > 0)
        await journal.event(
          "Notification Refused",
          failure("event/mail-refused", { name: rule.name, addresses: sent.value.refused.join(", ") }),
        );
    } catch (error) {
      // The mail may have been sent: sending it late or never is better than a flood of copies. Before that nothing is sent twice.
      if (mayBeSent) this.#lastMs.set(rule.id, nowMs);
      this.#tries.set(rule.id, { failures: 1, nextMs: nowMs + retryAfterMs(mayBeSent ? 3 : 1), by });
      log.error({ err: error, notification: rule.id }, "a notification could not be looked after");
    }
  }

  async #failed(rule: Notification, why: Failure, nowMs: number, by: string): Promise<void> {
    const failures = (this.#tries.get(rule.id)?.failures ?? 0) + 1;
    this.#tries.set(rule.id, { failures, nextMs: nowMs + retryAfterMs(failures), by });
    this.#deps.log.warn(
      { notification: rule.id, reason: englishText(why), failures },
      "a notification could not be sent",
    );
    await this.#release(rule.id);
    if (failures === 1) await this.#deps.journal.event("Notification Not Sent", why);
  }

  /** A database that is away is waited for: a mail of which nothing is noted would be sent again. */
  async #noteSent(rule: Notification, told: readonly NotificationEventRow[], nowMs: number): Promise<void> {
    for (;;)
      try {
        return await this.#sent(rule, told, nowMs);
      } catch (error) {
        if (!isDatabaseAway(error) || this.#ending.signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, NOTE_AGAIN_MS));
      }
  }

  /** In one piece: what was told is not told again, and the next mail may be sent by any node. */
  async #sent({ id, action }: Notification, told: readonly NotificationEventRow[], nowMs: number): Promise<void> {
    const ids = told.map((one) => one.id);
    await this.#deps.store.transaction().execute(async (store) => {
      for (let at = 0; at < ids.length; at += 500)
        await store
          .deleteFrom("notification_events")
          .where("id", "in", ids.slice(at, at + 500))
          .execute();
      await store
        .updateTable("notifications")
        .set({ sending_until_ms: 0, mailed_ms: nowMs, ...(action === "digest" ? { digest_sent_ms: nowMs } : {}) })
        .where("id", "=", id)
        .execute();
    });
  }
}

/** The same for a mail that is sent once more, because a node died before it could note that it had sent it. */
const mailId = ({ id, digest_sent_ms: digestSentMs, action }: NotificationRow, told: readonly NotificationEventRow[]) =>
  createHash("sha256")
    .update(JSON.stringify([id, action === "digest" ? digestSentMs : null, ...told.map((one) => one.id)]))
    .digest("hex")
    .slice(0, 40);

const lineOf = ({ kind, message, told, when_ms: whenMs }: NotificationEventRow): Line => ({
  kind,
  told: storedOr(told, message),
  whenMs,
});
