/** An LDAP directory that answers whatever a test says, in the bytes of RFC 4511. */
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export const ASKS = { bind: 0x60, search: 0x63, extended: 0x77 } as const;
export const PERSON = "uid=anna,ou=people,dc=example,dc=com";

export interface Ask {
  readonly id: number;
  /** which kind of request it is, one of ASKS */
  readonly kind: number;
  readonly bytes: Buffer;
}
/** The bytes that answer a request, or what is done to the connection instead. */
type Answer = (ask: Ask, socket: Socket) => Buffer | null;

export class OddDirectory {
  readonly address: string;
  answer: Answer = usual;
  readonly asked: Ask[] = [];
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.address = `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("connection", (socket) => this.#serve(socket));
  }

  static async open(): Promise<OddDirectory> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new OddDirectory(server);
  }

  usual(): void {
    this.answer = usual;
    this.asked.length = 0;
    this.connections = 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    let rest = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (let whole = messageIn(rest); whole !== null; whole = messageIn(rest)) {
        rest = rest.subarray(whole.length);
        const ask = readAsk(whole);
        this.asked.push(ask);
        const answered = this.answer(ask, socket);
        if (answered !== null && !socket.destroyed) socket.write(answered);
      }
    });
  }
}

/** One value of BER: its tag, its length and what is in it. */
export function ber(tag: number, ...parts: readonly (Uint8Array | string | number)[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === "number" ? Buffer.from([part]) : Buffer.from(part as Uint8Array))),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  const length = content.length < 128 ? Buffer.from([content.length]) : Buffer.concat([Buffer.from([0x84]), size]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
}
export const message = (id: number, what: Buffer): Buffer => ber(0x30, ber(0x02, id), what);

/** The end of a request: `code` 0 is success. `more`: referrals and other things behind it. */
export const result = (tag: number, code: number, words = "", ...more: readonly Buffer[]): Buffer =>
  ber(tag, ber(0x0a, code), ber(0x04), ber(0x04, Buffer.from(words)), ...more);
export const bound = (id: number, code = 0): Buffer => message(id, result(0x61, code));
export const done = (id: number, code = 0): Buffer => message(id, result(0x65, code));
export const extended = (id: number, code = 0): Buffer => message(id, result(0x78, code));
export const entry = (id: number, dn: string, attributes: Readonly<Record<string, readonly (string | Buffer)[]>>) =>
  message(
    id,
    ber(
      0x64,
      ber(0x04, Buffer.from(dn)),
      ber(
        0x30,
        ...Object.entries(attributes).map(([name, values]) =>
          ber(0x30, ber(0x04, Buffer.from(name)), ber(0x31, ...values.map((one) => ber(0x04, Buffer.from(one))))),
        ),
      ),
    ),
  );

export const anna = { uid: ["anna"], entryUUID: ["1"], memberOf: ["cn=watchers"] };
const usual: Answer = ({ id, kind }) =>
  kind === ASKS.bind
    ? bound(id)
    : kind === ASKS.search
      ? Buffer.concat([entry(id, PERSON, anna), done(id)])
      : kind === ASKS.extended
        ? extended(id, 52)
        : null;

function messageIn(bytes: Buffer): Buffer | null {
  const first = bytes[1] ?? 0;
  // What begins a conversation by TLS is left alone.
  if (bytes.length < 2 || bytes[0] !== 0x30) return null;
  const more = first > 127 ? first - 128 : 0;
  if (bytes.length < 2 + more) return null;
  const length = more === 0 ? first : bytes.readUIntBE(2, more);
  const end = 2 + more + length;
  return bytes.length < end ? null : bytes.subarray(0, end);
}

function readAsk(bytes: Buffer): Ask {
  const first = bytes[1] ?? 0;
  const at = first > 127 ? 2 + first - 128 : 2;
  const size = bytes[at + 1] ?? 1;
  return { id: bytes.readUIntBE(at + 2, size), kind: bytes[at + 2 + size] ?? 0, bytes };
}
