/** A mail server that says what it is told to say, and an aggregator's settings of it. */
import { afterEach, beforeEach } from "vitest";
import { mailSpeech } from "#recorder/aggregator/mail/mail-speech.ts";
import { Mailer, type MailServer } from "#recorder/aggregator/mail/mailer.ts";
import { SmtpServers } from "#recorder/aggregator/mail/smtp-servers.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";
import { selfSigned } from "#test/support/machine/certificate.ts";
import { MailListener, type MailListenerOptions } from "#test/support/machine/mail-listener.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PASSWORD = "canary of a mail server";
export const here = { allowed: [], allowLoopback: true };
export const certificate = selfSigned("localhost");
export let listener: MailListener;
export let store: Store;
export let servers: SmtpServers;
export let told: string[];
const folder = mkdtempSync(join(tmpdir(), "proscenium-smtp-"));

export async function open(options: MailListenerOptions = {}): Promise<MailListener> {
  listener = await MailListener.open(options);
  return listener;
}
export const at = (part: Partial<MailServer> = {}): MailServer => ({
  host: "127.0.0.1",
  port: listener.port,
  security: "none",
  username: "",
  password: "",
  from: "wall@example.org",
  ...part,
});
export const mail = { to: ["a@example.org"], subject: "Night watch", text: "Gate is away.\n.\nend" };
export const send = (server: MailServer, policy = here): ReturnType<Mailer["send"]> =>
  new Mailer(policy, [certificate.cert]).send(server, mail);

export function eachWithMailServer(): void {
  beforeEach(async () => {
    store = await openStore({ file: ":memory:", url: "" });
    const hub = new EventHub();
    told = [];
    const administrator = {
      userId: "1",
      username: "admin",
      role: "Administrator",
      superUser: true,
      scope: { baseScope: ["config"] as const, cameraScopes: [] },
      via: "cookie" as const,
      session: null,
    };
    hub.add({
      identity: () => administrator,
      send: ({ type, id }) => told.push(`${type} ${id}`),
      end: () => undefined,
    });
    hub.add({
      identity: () => ({ ...administrator, role: "", scope: { baseScope: [], cameraScopes: [] } }),
      send: () => told.push("somebody else was told"),
      end: () => undefined,
    });
    servers = new SmtpServers({
      store,
      hub,
      vault: Vault.open(join(folder, "secret.key")),
      mailer: new Mailer(here, [certificate.cert]),
      now: () => 1000,
      name: "North",
      speech: mailSpeech("en"),
    });
  });
  afterEach(async () => {
    await store.destroy();
    await listener?.close();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}
