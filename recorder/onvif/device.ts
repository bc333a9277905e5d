/** What an ONVIF camera says about itself: device, profiles with their addresses and limits, PTZ. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { readAudioOptions } from "./audio.ts";
import type { OnvifProfile } from "./profile.ts";
import { readProfiles } from "./profiles.ts";
import { type OnvifPtz, readPtz } from "./ptz/ptz-node.ts";
import { nearFirst, PTZ, servicesOf } from "./services.ts";
import { DEVICE, deviceEndpoint } from "./soap/sign-in.ts";
import { call, type Endpoint } from "./soap/soap.ts";
import { node, plainLine, textOf } from "./soap/xml.ts";
import { readVideoOptions } from "./video-options.ts";

export interface OnvifCamera {
  readonly manufacturer: string;
  readonly model: string;
  readonly firmware: string;
  readonly serialNumber: string;
  readonly hardwareId: string;
  /** of the media service that was asked */
  readonly mediaUrl: string;
  readonly profiles: readonly OnvifProfile[];
  /** Video group of the capability grammar, from the first profile's options */
  readonly video: Readonly<Record<string, unknown>>;
  /** Audio group of the same grammar, from the first profile with audio; empty when there is none */
  readonly audio: Readonly<Record<string, unknown>>;
  /** null: does not move */
  readonly ptz: OnvifPtz | null;
}

/**
 * Reads everything that registration needs. Wrong credentials fail as onvif/unauthorized. `network`: where the camera
 * may be, null = anywhere.
 */
export async function readOnvifCamera(
  url: string,
  username: string,
  password: string,
  network: AddressPolicy | null,
): Promise<Result<OnvifCamera, Failure>> {
  const device = deviceEndpoint({ url, username, password, network });
  const information = await call(device, DEVICE, "GetDeviceInformation");
  if (!information.ok && !isOnlyRefused(information.error)) return information;
  // A camera may keep to itself what it is: its video is wanted.
  const about = information.ok ? node(information.value.GetDeviceInformationResponse) : undefined;
  const services = await servicesOf(device);
  if (!services.ok) return services;
  const profiles = await readProfiles(device, services.value);
  if (!profiles.ok) return profiles;
  const { all, media, media2 } = profiles.value;
  const [first] = all;
  if (!first) return refuse("onvif/fault", { cause: failure("camera/no-profile") });
  const serviceOf = ({ isMedia2 }: OnvifProfile): Endpoint => (isMedia2 ? media2 : media) ?? device;
  return ok({
    manufacturer: plainLine(textOf(about?.Manufacturer)),
    model: plainLine(textOf(about?.Model)),
    firmware: plainLine(textOf(about?.FirmwareVersion)),
    serialNumber: plainLine(textOf(about?.SerialNumber)),
    hardwareId: plainLine(textOf(about?.HardwareId)),
    mediaUrl: serviceOf(first).url,
    profiles: all,
    video: await readVideoOptions(serviceOf(first), first),
    audio: await readAudioOptions(serviceOf, all),
    ptz: await readPtz(device, nearFirst(services.value(PTZ), media ?? media2), all),
  });
}

/** An ONVIF device is there, and does not answer this one call. */
const isOnlyRefused = ({ code, cause }: Failure): boolean =>
  code === "onvif/fault" && cause?.code !== "camera/no-message" && cause?.code !== "camera/moved";
