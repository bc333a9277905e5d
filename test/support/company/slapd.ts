/** OpenLDAP's slapd on this machine with a few people and groups. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "ldapts";
import { vi } from "vitest";
import { hasSlapd as isThere, SLAPD } from "../../../scripts/machine/foreign-tools.mjs";

export const hasSlapd = isThere();
if (!hasSlapd) console.info(`${SLAPD} is missing: sign-in by a directory is not tested here (apt-get install slapd)`);

export const BASE = "dc=example,dc=com";
export const READER = { dn: `cn=reader,${BASE}`, password: "reads everything" };
const ROOT = { dn: `cn=root,${BASE}`, password: "only for this test" };

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

export class Slapd {
  readonly address: string;
  readonly secureAddress: string;
  /** PEM of the authority of its certificate, which is for localhost */
  readonly ca: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(ports: readonly [number, number], child: ChildProcess, folder: string) {
    this.address = `ldap://127.0.0.1:${ports[0]}`;
    this.secureAddress = `ldaps://localhost:${ports[1]}`;
    this.ca = readFileSync(join(folder, "cert.pem"), "utf8");
    this.#child = child;
    this.#folder = folder;
  }

  static async open(): Promise<Slapd> {
    const folder = mkdtempSync(join(tmpdir(), "proscenium-slapd-"));
    mkdirSync(join(folder, "db"));
    const own = (name: string): string => join(folder, name);
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"].concat([
        "-addext",
        "subjectAltName=DNS:localhost",
        "-keyout",
        own("key.pem"),
        "-out",
        own("cert.pem"),
      ]),
      { stdio: "ignore" },
    );
    writeFileSync(
      own("slapd.conf"),
      [
        ...["core", "cosine", "inetorgperson"].map((schema) => `include /etc/ldap/schema/${schema}.schema`),
        "modulepath /usr/lib/ldap",
        "moduleload back_mdb",
        "moduleload memberof",
        `pidfile ${own("pid")}`,
        `TLSCertificateFile ${own("cert.pem")}`,
        `TLSCertificateKeyFile ${own("key.pem")}`,
        // What Active Directory and many others allow, and what must not let anybody in.
        "allow bind_anon_cred bind_anon_dn",
        "database mdb",
        `suffix "${BASE}"`,
        `rootdn "${ROOT.dn}"`,
        `rootpw "${ROOT.password}"`,
        `directory ${own("db")}`,
        "overlay memberof",
        "access to attrs=userPassword by anonymous auth by * none",
        `access to * by users read by anonymous auth`,
        "",
      ].join("\n"),
    );
    const ports = [await freePort(), await freePort()] as const;
    const addresses = `ldap://127.0.0.1:${ports[0]} ldaps://127.0.0.1:${ports[1]}`;
    const child = spawn(SLAPD, ["-f", own("slapd.conf"), "-h", addresses, "-d", "0"], { stdio: "ignore" });
    const opened = new Slapd(ports, child, folder);
    await vi.waitFor(() => opened.#fill(), { timeout: 20_000, interval: 100 });
    return opened;
  }

  /** Changes the members of a group; at least one is always in it. */
  async setMembers(group: string, names: readonly string[]): Promise<void> {
    await this.#asRoot(async (client) => {
      const dn = `cn=${group},ou=groups,${BASE}`;
      await client.del(dn);
      await client.add(dn, groupOf(names));
    });
  }

  async #fill(): Promise<true> {
    await this.#asRoot(async (client) => {
      await client.add(BASE, { objectClass: ["dcObject", "organization"], o: "Example", dc: "example" });
      for (const ou of ["people", "groups"])
        await client.add(`ou=${ou},${BASE}`, { objectClass: "organizationalUnit", ou });
      await client.add(READER.dn, {
        objectClass: ["person"],
        cn: "reader",
        sn: "reader",
        userPassword: READER.password,
      });
      for (const name of ["anna.smith", "bert", "carl", "hugo"])
        await client.add(personDn(name), {
          objectClass: "inetOrgPerson",
          uid: name,
          cn: name,
          sn: name,
          mail: `${name}@example.com`,
          userPassword: passwordOf(name),
        });
      await client.add(`cn=watchers,ou=groups,${BASE}`, groupOf(["anna.smith", "bert", "hugo"]));
      await client.add(`cn=bosses,ou=groups,${BASE}`, groupOf(["anna.smith"]));
    });
    return true;
  }

  async #asRoot(work: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ url: this.address });
    try {
      await client.bind(ROOT.dn, ROOT.password);
      await work(client);
    } finally {
      await client.unbind();
    }
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export const personDn = (name: string): string => `uid=${name},ou=people,${BASE}`;
export const groupDn = (name: string): string => `cn=${name},ou=groups,${BASE}`;
export const passwordOf = (name: string): string => `${name} knows this`;
const groupOf = (names: readonly string[]) => ({ objectClass: "groupOfNames", member: names.map(personDn) });
