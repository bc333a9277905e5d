/** A device as it is called: its address, its login, and what is known of its clock. */
import type { Disposer } from "#base/disposer.ts";
import { Emitter } from "#base/emitter.ts";
import type { Log } from "#recorder/core/log.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { Proof, type ToldClock } from "./proof.ts";
import { call, type Endpoint } from "./soap.ts";
import { node, textOf, type XmlNode } from "./xml.ts";

export const DEVICE = "http://www.onvif.org/ver10/device/wsdl";
/** A year that a date of a token can be written with. */
const YEARS = { first: 1970, last: 9998 };

interface DeviceLogin {
  /** of the device service */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** where the camera may be, null = anywhere */
  readonly network: AddressPolicy | null;
  /** aborts its calls */
  readonly signal?: AbortSignal | undefined;
}

/** Devices whose password went over the network readable, because they take it in no other way. */
export const readableLogins = new Emitter<{ used: { readonly address: string } }>();

/** Says it once for each of them. */
export function warnOfReadableLogins(log: Log): Disposer {
  const told = new Set<string>();
  return readableLogins.on("used", ({ address }) => {
    if (told.has(address)) return;
    told.add(address);
    log.warn(
      { address },
      "a camera takes its ONVIF login as HTTP Basic without encryption only: anyone in between can read the password",
    );
  });
}

export function deviceEndpoint({ url, username, password, network, signal }: DeviceLogin): Endpoint {
  const open: Endpoint = { url, username: "", password: "", network: network ?? undefined, signal };
  return {
    ...open,
    username,
    password,
    proof: new Proof(
      originOf(url),
      () => readClock(open),
      () => readableLogins.emit("used", { address: new URL(url).host }),
    ),
  };
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "");

/** The device's clock minus ours, in its two accounts of it. */
async function readClock(device: Endpoint): Promise<ToldClock> {
  const answer = await call(device, DEVICE, "GetSystemDateAndTime");
  const told = answer.ok ? node(node(answer.value.GetSystemDateAndTimeResponse)?.SystemDateAndTime) : undefined;
  return { utcMs: skewOf(node(told?.UTCDateTime)), localMs: skewOf(node(told?.LocalDateTime)) };
}

function skewOf(at: XmlNode | undefined): number | null {
  const date = node(at?.Date);
  const time = node(at?.Time);
  if (!date || !time) return null;
  const number = (value: XmlNode[string]): number => Number(textOf(value) || Number.NaN);
  const year = number(date.Year);
  if (!(year >= YEARS.first && year <= YEARS.last)) return null;
  const ms = Date.UTC(
    year,
    number(date.Month) - 1,
    number(date.Day),
    number(time.Hour),
    number(time.Minute),
    number(time.Second),
  );
  return Number.isFinite(ms) && Math.abs(new Date(ms).getUTCFullYear() - year) <= 1 ? ms - Date.now() : null;
}
