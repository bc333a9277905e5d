/**
 * The certificate of a running server. Its files are looked at again and again: whoever renews it (certbot, an authority of
 * the house) need not restart what records. Files that do not fit are told and left alone; the old ones are shown on.
 */
import { type Certificate, type CertificateFiles, readCertificate } from "./certificate-files.ts";

const LOOK_MS = 60_000;
const DAY_MS = 86_400_000;
/** Whoever renews by hand needs some days; certbot has renewed long before. */
const ENDS_SOON_MS = 14 * DAY_MS;

type CertificatePhase = "early" | "valid" | "ending" | "ended";

export type CertificateNews =
  | { readonly what: Exclude<CertificatePhase, "valid">; readonly certificate: Certificate }
  | { readonly what: "renewed"; readonly certificate: Certificate }
  /** what lies there now cannot be used */
  | { readonly what: "unusable"; readonly problem: string };

/** What shows it: a TLS server. */
interface Showing {
  setSecureContext(options: { cert: string; key: string; minVersion: "TLSv1.2" }): void;
}

interface OwnCertificateParts {
  readonly files: CertificateFiles;
  /** as it is read at the start */
  readonly first: Certificate;
  /** epoch ms */
  readonly now: () => number;
  /** absent = it is nobody's duty: another process tells */
  readonly tell?: (news: CertificateNews) => void;
  readonly lookMs?: number;
}

export class OwnCertificate {
  readonly #parts: OwnCertificateParts;
  readonly #servers = new Set<Showing>();
  readonly #timer: ReturnType<typeof setInterval>;
  #shown: Certificate;
  #told: CertificatePhase = "valid";
  /** of the files as they are now; "" = they can be used */
  #problem = "";

  constructor(parts: OwnCertificateParts) {
    this.#parts = parts;
    this.#shown = parts.first;
    this.#timer = setInterval(() => this.look(), parts.lookMs ?? LOOK_MS);
    this.#timer.unref();
  }

  /** As TLS servers take it when they are made. */
  get pair(): { readonly cert: string; readonly key: string } {
    return { cert: this.#shown.cert, key: this.#shown.key };
  }

  /** This server shows the certificate of the time. */
  keep(server: Showing): void {
    this.#servers.add(server);
  }

  /** For /readyz. None of it keeps a balancer from this server. */
  get check(): string {
    // Everybody may read this: where the files lie is for the report.
    if (this.#problem !== "") return "ok, but the files of the certificate cannot be used";
    const { fromMs, untilMs } = this.#shown;
    switch (phaseOf(this.#shown, this.#parts.now())) {
      case "valid":
        return "ok";
      case "early":
        return `ok, but the certificate is not valid before ${new Date(fromMs).toISOString()}`;
      case "ending":
        return `ok, but the certificate ends on ${new Date(untilMs).toISOString()}`;
      case "ended":
        return `ok, but the certificate has ended on ${new Date(untilMs).toISOString()}`;
    }
  }

  /** Takes new files into use, and tells what has changed since the last look. */
  look(): void {
    this.#renew();
    const phase = phaseOf(this.#shown, this.#parts.now());
    if (phase === this.#told) return;
    this.#told = phase;
    if (phase !== "valid") this.#parts.tell?.({ what: phase, certificate: this.#shown });
  }

  #renew(): void {
    const read = readCertificate(this.#parts.files);
    if (!read.ok) {
      const isKnown = this.#problem === read.error;
      this.#problem = read.error;
      if (!isKnown) this.#parts.tell?.({ what: "unusable", problem: read.error });
      return;
    }
    this.#problem = "";
    if (read.value.cert === this.#shown.cert && read.value.key === this.#shown.key) return;
    this.#shown = read.value;
    for (const server of this.#servers) server.setSecureContext({ ...this.pair, minVersion: "TLSv1.2" });
    this.#parts.tell?.({ what: "renewed", certificate: this.#shown });
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** Null: nobody has named one. Throws the line that says what is wrong with it. */
export function openCertificate(parts: Omit<OwnCertificateParts, "first">): OwnCertificate | null {
  if (parts.files.cert === "") return null;
  const first = readCertificate(parts.files);
  if (!first.ok) throw new Error(first.error);
  return new OwnCertificate({ ...parts, first: first.value });
}

export function phaseOf({ fromMs, untilMs }: Pick<Certificate, "fromMs" | "untilMs">, nowMs: number): CertificatePhase {
  if (nowMs < fromMs) return "early";
  if (nowMs >= untilMs) return "ended";
  return nowMs >= untilMs - ENDS_SOON_MS ? "ending" : "valid";
}
