/** A real SMTP server for one test: it accepts mails, or refuses them with a given message. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { eventually } from "#test/support/eventually.ts";

interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** the mail as it arrived: headers, empty line, body */
  readonly raw: string;
  readonly subject: string;
  readonly encrypted: boolean;
  readonly user: string | null;
}

export interface MailListenerOptions {
  /** TLS from the first byte, or offered by STARTTLS; without: neither */
  readonly tls?: { readonly mode: "tls" | "starttls"; readonly cert: string; readonly key: string };
  readonly account?: { readonly username: string; readonly password: string };
  /** recipients that are refused */
  readonly refuse?: readonly string[];
}

export class MailListener {
  readonly taken: TakenMail[] = [];
  readonly port: number;
  /** the message with which mails are refused; null = they are accepted */
  outOfOrder: string | null = null;
  readonly #server: SMTPServer;

  private constructor(server: SMTPServer, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async open({ tls, account, refuse = [] }: MailListenerOptions = {}): Promise<MailListener> {
    const server: SMTPServer = new SMTPServer({
      secure: tls?.mode === "tls",
      ...(tls ? { cert: tls.cert, key: tls.key } : {}),
      logger: false,
      hideSTARTTLS: tls?.mode !== "starttls",
      authOptional: account === undefined,
      allowInsecureAuth: true,
      disabledCommands: [...(account ? [] : ["AUTH"]), ...(tls?.mode === "starttls" ? [] : ["STARTTLS"])],
      onAuth: ({ username, password }, _session, answer) => {
        const isRight = username === account?.username && password === account?.password;
        if (isRight) answer(null, { user: username });
        else answer(new Error("5.7.8 no such account here"));
      },
      onMailFrom: (_address, _session, answer) => {
        const { outOfOrder } = listener;
        answer(outOfOrder === null ? null : Object.assign(new Error(outOfOrder), { responseCode: 451 }));
      },
      onRcptTo: ({ address }, _session, answer) =>
        answer(refuse.includes(address) ? Object.assign(new Error("mailbox is full"), { responseCode: 552 }) : null),
      onData: (stream, session, answer) => {
        let raw = "";
        stream.setEncoding("utf8");
        stream.on("data", (part: string) => (raw += part));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          listener.taken.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw,
            subject: /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? "",
            encrypted: session.secure,
            user: typeof session.user === "string" ? session.user : null,
          });
          answer(null, "taken, thank you");
        });
      },
    });
    // A client that disconnects is part of the tests.
    server.on("error", () => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const listener = new MailListener(server, (server.server.address() as AddressInfo).port);
    return listener;
  }

  async waitFor(count: number): Promise<readonly TakenMail[]> {
    await eventually(() => this.taken.length >= count, `${count} mails, ${this.taken.length} came`);
    return this.taken;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
