/** Sends mails through SMTP servers. Everything that the server answered comes back as one line for people. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse, inWords } from "#domain/failures/failure.ts";
import { connect, isIP, type Socket } from "node:net";
import { createTransport } from "nodemailer";
import { type AddressPolicy, ForbiddenAddress, isAllowed, pinnedLookup } from "#recorder/net/address-policy.ts";
import { socketFailure } from "#recorder/core/socket-words.ts";

const CONNECT_MS = 10_000;
/** from the first packet to the last */
const WHOLE_MS = 30_000;
const MAX_WORDS = 500;

export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: "none" | "starttls" | "tls";
  /** empty = no sign-in */
  readonly username: string;
  readonly password: string;
  readonly from: string;
}
interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** goes into its Message-ID, by which receivers know one that came before; absent = a new one */
  readonly id?: string;
}
/** `refused`: recipients that the server did not accept; at least one was accepted. */
interface Sent {
  readonly words: string;
  readonly refused: readonly string[];
}

export class Mailer {
  readonly #policy: AddressPolicy;
  readonly #authorities: readonly string[];

  /** `authorities`: PEM of the certificate authorities to trust instead of the system's. */
  constructor(policy: AddressPolicy, authorities: readonly string[] = []) {
    this.#policy = policy;
    this.#authorities = authorities;
  }

  /** Ends within half a minute, or when `signal` says so. Failure: smtp/failed with the server's words. */
  async send(server: MailServer, mail: Mail, signal?: AbortSignal): Promise<Result<Sent, Failure>> {
    const limit = AbortSignal.timeout(WHOLE_MS);
    const ends = signal ? AbortSignal.any([signal, limit]) : limit;
    const host = server.host.replace(/^\[|\]$/g, "");
    const transport = createTransport({
      host,
      port: server.port,
      secure: server.security === "tls",
      // Never fall back to clear text when the server, or an attacker on the way, claims that it cannot encrypt.
      requireTLS: server.security === "starttls",
      ignoreTLS: server.security === "none",
      ...(server.username === "" ? {} : { auth: { user: server.username, pass: server.password } }),
      tls: {
        minVersion: "TLSv1.2",
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(this.#authorities.length > 0 ? { ca: [...this.#authorities] } : {}),
      },
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: WHOLE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: (_options, take) => {
        dial(host, server.port, this.#policy, ends).then(
          (connection) => take(null, { connection }),
          (error: unknown) => take(asError(error), false),
        );
      },
    });
    try {
      const sent = await transport.sendMail({
        from: { name: "", address: server.from },
        to: mail.to.map((address) => ({ name: "", address })),
        subject: mail.subject,
        text: mail.text,
        ...(mail.id === undefined ? {} : { messageId: `<${mail.id}@${server.from.replace(/^.*@/, "")}>` }),
        headers: { "Auto-Submitted": "auto-generated" },
        signal: ends,
      });
      return ok({ words: oneLine(sent.response), refused: sent.rejected.map(String) });
    } catch (error) {
      return refuse("smtp/failed", { cause: limit.aborted ? failure("server/timeout") : causeOf(error) });
    } finally {
      transport.close();
    }
  }
}

/** Dials the address that was checked. */
function dial(host: string, port: number, policy: AddressPolicy, signal: AbortSignal): Promise<Socket> {
  if (isIP(host) !== 0 && !isAllowed(host, policy)) return Promise.reject(new ForbiddenAddress(host));
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: pinnedLookup(policy) });
    const timer = setTimeout(() => give(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })), CONNECT_MS);
    const aborted = (): void => give(new Error("stopped"));
    const give = (error?: Error): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", aborted);
      socket.removeAllListeners("error").removeAllListeners("connect");
      if (!error) return resolve(socket);
      // A late error of a socket that is no longer in use.
      socket.on("error", () => undefined).destroy();
      reject(error);
    };
    signal.addEventListener("abort", aborted, { once: true });
    socket.once("error", give).once("connect", () => give());
  });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** What the server said, else what went wrong on the way to it. */
function causeOf(error: unknown): Failure {
  if (error instanceof ForbiddenAddress) return failure("smtp/forbidden", { name: error.address });
  const { message } = asError(error);
  // "command not recognized" alone would not say which.
  if (error instanceof Error && "code" in error && error.code === "ETLS") return inWords(oneLine(message));
  const response = error instanceof Error && "response" in error ? error.response : undefined;
  if (typeof response === "string" && response !== "") return inWords(oneLine(response));
  return socketFailure(asError(error)) ?? inWords(oneLine(message));
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_WORDS);
