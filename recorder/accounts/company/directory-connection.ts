/** One connection with a directory: only to an address that the policy allows, and dialled once. Referrals are not followed. */
import { connect as connectTcp, type Socket, type TcpNetConnectOpts } from "node:net";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import { Client } from "ldapts";
import { fail, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { socketCause } from "#recorder/core/socket-words.ts";
import type { DirectorySignInWrite } from "#protocol/rest/accounts/directory.ts";
import { type AddressPolicy, ForbiddenAddress, forbiddenLiteral, pinnedLookup } from "#recorder/net/address-policy.ts";

/** Time limit of the connection, and of each answer. */
export const TIMEOUT_MS = 5_000;
/** Time limit of a whole sign-in or try. */
const WHOLE_MS = 10_000;
const UNBIND_MS = 500;
/** The client reads messages that come together inside one another; of larger pieces the stack would not be enough for them. */
const PIECE_BYTES = 4096;
/** A person with 10,000 groups needs about 1 MiB. */
const ANSWERS_MAX_BYTES = 4 * 1024 * 1024;
const WORDS_MAX = 200;

type DirectoryPlace = Pick<DirectorySignInWrite, "address" | "ca" | "startTls">;

/** Runs `work` on one connection of its own, which ends with it. */
export async function connected<T>(
  of: DirectoryPlace,
  policy: AddressPolicy,
  work: (client: Client) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const { address, ca, startTls } = of;
  const host = new URL(address.replace(/^ldap/, "http")).hostname.replaceAll(/^\[|\]$/g, "");
  const forbidden = forbiddenLiteral(host, policy);
  if (forbidden !== null) return refuse("directory/forbidden-address", { address: forbidden });
  const lookup = pinnedLookup(policy);
  const tls: ConnectionOptions = {
    minVersion: "TLSv1.2",
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    ...(ca === "" ? {} : { ca: [ca] }),
  };
  const sockets: Socket[] = [];
  const opened = <S extends Socket>(socket: S): S => {
    sockets.push(socket);
    let bytes = 0;
    socket.on("data", (part: Uint8Array) => {
      bytes += part.byteLength;
      if (bytes > ANSWERS_MAX_BYTES) socket.destroy(new Error("the answers are too long"));
    });
    return socket;
  };
  // The client would dial again by itself: without StartTLS, and as nobody.
  const once = <S extends Socket>(dial: () => S): S => {
    if (sockets.length > 0) throw new Error("the connection was lost");
    return opened(dial());
  };
  const client = new Client({
    url: address,
    timeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
    // The address that was checked is the one that is dialled.
    createConnection: ((port: number) => once(() => inPieces({ port, host, lookup }))) as typeof connectTcp,
    createSecureConnection: (to: number | ConnectionOptions) =>
      typeof to === "number" ? once(() => connectTls({ ...tls, port: to, host, lookup })) : opened(connectTls(to)),
  });
  const late = new AbortController();
  try {
    const done = (async () => {
      if (startTls && address.startsWith("ldap:")) await client.startTLS({ ...tls });
      return work(client);
    })();
    return await Promise.race([done, tooLate(late.signal)]);
  } catch (error) {
    return fail(lostOf(error, address));
  } finally {
    late.abort();
    void client.unbind().catch(() => undefined);
    setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, UNBIND_MS).unref();
  }
}

/** A connection that hands on what it gets in small pieces; encrypted ones do so by themselves (16 KiB). */
function inPieces(to: TcpNetConnectOpts): Socket {
  const buffer = Buffer.alloc(PIECE_BYTES);
  const callback = (count: number): boolean => socket.emit("data", Buffer.from(buffer.subarray(0, count)));
  const socket = connectTcp({ ...to, onread: { buffer, callback } });
  return socket;
}

/** Rejects when all of it has taken too long, however the time was spent. */
function tooLate(isDone: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setTimeout(
      () => reject(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" })),
      WHOLE_MS,
    );
    isDone.addEventListener("abort", () => clearTimeout(timer));
  });
}

function lostOf(error: unknown, address: string): Failure {
  if (error instanceof ForbiddenAddress) return failure("directory/forbidden-address", { address: error.address });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code);
  return isCertificate
    ? failure("directory/certificate", { address, reason: wordsOf(error) })
    : failure("directory/unreachable", { address, cause: socketCause(error) });
}

export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, WORDS_MAX);
