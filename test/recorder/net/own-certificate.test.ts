import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer } from "node:tls";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readCertificate } from "#recorder/net/certificate-files.ts";
import { type CertificateNews, type OwnCertificate, openCertificate, phaseOf } from "#recorder/net/own-certificate.ts";
import { selfSigned } from "#test/support/machine/certificate.ts";

const DAY_MS = 86_400_000;
let folder: string;
let files: { cert: string; key: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "proscenium-own-cert-"));
  files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = ({ cert, key }: { cert: string; key: string }): void => {
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
};

function opened(now: () => number = Date.now): { certificate: OwnCertificate; news: CertificateNews[] } {
  const news: CertificateNews[] = [];
  const certificate = openCertificate({ files, now, tell: (one) => news.push(one) });
  if (certificate === null) throw new Error("there is one");
  certificate.close();
  return { certificate, news };
}

it("says of each pair of files what is wrong with it, and what to do", () => {
  const [one, other] = [selfSigned("one"), selfSigned("other")];
  const problem = (): string => {
    const read = readCertificate(files);
    return read.ok ? "" : read.error;
  };
  expect(problem()).toBe(`tls: no such file ${files.cert}`);
  put({ cert: "garbage", key: one.key });
  expect(problem()).toMatch(/^tls\.cert: \S+ is no certificate in PEM form/);
  put({ cert: one.key, key: one.cert });
  expect(problem()).toMatch(/^tls\.cert: \S+ is no certificate in PEM form/);
  put({ cert: one.cert, key: "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n" });
  expect(problem()).toMatch(/^tls\.key: \S+ is no key in PEM form that opens without a password/);
  put({ cert: one.cert, key: other.key });
  expect(problem()).toMatch(/^tls\.key: \S+ is not the key of the first certificate in \S+/);
  rmSync(files.key);
  mkdirSync(files.key);
  expect(problem()).toMatch(/^tls\.key: \S+ is a folder\. Name the file in it\./);
  rmSync(files.key, { recursive: true });
  put(one);
  expect(problem()).toBe("");
});

it("a server shows a renewed certificate at the next look, and the one before while the files do not fit", async () => {
  put(selfSigned("first"));
  const { certificate, news } = opened();
  const server = createServer(certificate.pair, (socket) => socket.end());
  certificate.keep(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const shown = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      });
      socket.once("error", reject);
    });
  expect(await shown()).toBe("first");
  certificate.look();

  const second = selfSigned("second");
  writeFileSync(files.cert, second.cert);
  certificate.look();
  certificate.look();
  expect(await shown()).toBe("first");
  expect(certificate.check).toBe("ok, but the files of the certificate cannot be used");
  expect(news.map(({ what }) => what)).toEqual(["ending", "unusable"]);

  writeFileSync(files.key, second.key);
  certificate.look();
  expect(await shown()).toBe("second");
  expect(news.map(({ what }) => what)).toEqual(["ending", "unusable", "renewed"]);
  server.close();
});

it("tells once each that it ends soon and has ended, and says so as long as it is so", () => {
  put(selfSigned("short"));
  const startMs = Date.now();
  let nowMs = startMs - 3 * DAY_MS;
  const { certificate, news } = opened(() => nowMs);
  certificate.look();
  expect(certificate.check).toMatch(/^ok, but the certificate is not valid before \d{4}-/);
  nowMs = startMs;
  certificate.look();
  certificate.look();
  expect(certificate.check).toMatch(/^ok, but the certificate ends on \d{4}-/);
  nowMs = startMs + 2 * DAY_MS;
  certificate.look();
  certificate.look();
  expect(certificate.check).toMatch(/^ok, but the certificate has ended on \d{4}-/);
  expect(news.map(({ what }) => what)).toEqual(["early", "ending", "ended"]);
});

it.each([
  [-1, "early"],
  [0, "valid"],
  [85.9, "valid"],
  [86, "ending"],
  [99.9, "ending"],
  [100, "ended"],
] as const)("a certificate of a hundred days is, after %d days, %s", (days, phase) => {
  expect(phaseOf({ fromMs: 0, untilMs: 100 * DAY_MS }, days * DAY_MS)).toBe(phase);
});

it("is nothing where nobody has named one", () => {
  expect(openCertificate({ files: { cert: "", key: "" }, now: Date.now })).toBeNull();
});
