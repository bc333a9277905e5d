/** How a device can be moved: by speed, by steps or to places, for pan and tilt and for zoom of its own. */
import { ok, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { DEFAULT_MAX_PRESETS } from "#domain/limits/ptz.ts";
import { slotsIn } from "./presets.ts";
import { firstAnswering, PTZ } from "../services.ts";
import { call, type Endpoint } from "../soap/soap.ts";
import { escapeXml, node, nodes, numberOf, textOf, type XmlNode } from "../soap/xml.ts";

/** continuous: at a speed until it is stopped. relative: by a step. absolute: to a place. null: not at all. */
export type MoveKind = "continuous" | "relative" | "absolute" | null;

export interface OnvifPtz {
  readonly url: string;
  readonly profileToken: string;
  readonly pan: boolean;
  readonly tilt: boolean;
  readonly zoom: boolean;
  readonly panTiltBy: MoveKind;
  readonly zoomBy: MoveKind;
  readonly relativeFov: boolean;
  readonly maxPresets: number;
}

/** The PTZ configuration of a profile. */
export interface ProfilePtz {
  readonly nodeToken: string;
  /** as its defaults name them, for devices that do not describe their nodes */
  readonly panTiltBy: MoveKind;
  readonly zoomBy: MoveKind;
}

export function profilePtz(configuration: XmlNode | undefined): ProfilePtz | null {
  if (!configuration || textOf(configuration["@token"]) === "") return null;
  const has = (name: string): boolean => configuration[name] !== undefined;
  return {
    nodeToken: textOf(configuration.NodeToken),
    panTiltBy: kindOf(
      has("DefaultContinuousPanTiltVelocitySpace"),
      has("DefaultRelativePanTiltTranslationSpace"),
      // The schema itself misspells the name.
      has("DefaultAbsolutePantTiltPositionSpace") || has("DefaultAbsolutePanTiltPositionSpace"),
    ),
    zoomBy: kindOf(
      has("DefaultContinuousZoomVelocitySpace"),
      has("DefaultRelativeZoomTranslationSpace"),
      has("DefaultAbsoluteZoomPositionSpace"),
    ),
  };
}

const kindOf = (continuous: boolean, relative: boolean, absolute: boolean): MoveKind =>
  continuous ? "continuous" : relative ? "relative" : absolute ? "absolute" : null;

interface MovingProfile {
  readonly token: string;
  readonly ptz: ProfilePtz | null;
}

/**
 * `addresses`: of the PTZ service. The first profile with a PTZ configuration moves the device: the others refuse every order. Null: it
 * does not move.
 */
export async function readPtz(
  device: Endpoint,
  addresses: readonly string[],
  profiles: readonly MovingProfile[],
): Promise<OnvifPtz | null> {
  const profile = profiles.find((one) => one.ptz !== null) ?? profiles[0];
  const [address] = addresses;
  if (!profile || address === undefined) return null;
  const found = await firstAnswering(device, addresses, (service) => nodesOf(service, profile));
  // Not every device describes its nodes; the defaults of its profile say as much.
  const defaults = !found.ok && found.error.code === "onvif/fault" ? profile.ptz : null;
  const ptz = found.ok
    ? nodePtz(found.value.value, found.value.service.url, profile)
    : ptzOf(address, profile, defaults?.panTiltBy ?? null, defaults?.zoomBy ?? null);
  if (ptz === null || ptz.maxPresets > 0) return ptz;
  // One that lists presets keeps them, whether or not it says how many.
  const listed = await call({ ...device, url: ptz.url }, PTZ, "GetPresets", profileToken(profile));
  const kept = listed.ok ? slotsIn(node(listed.value.GetPresetsResponse)?.Preset).length : 0;
  return kept === 0 ? ptz : { ...ptz, maxPresets: Math.max(kept, DEFAULT_MAX_PRESETS) };
}

/** Some devices describe one node at a time only. */
async function nodesOf(service: Endpoint, { ptz }: MovingProfile): Promise<Result<readonly XmlNode[], Failure>> {
  const all = await call(service, PTZ, "GetNodes");
  if (all.ok) return ok(nodes(node(all.value.GetNodesResponse)?.PTZNode));
  if (all.error.code !== "onvif/fault" || !ptz || ptz.nodeToken === "") return all;
  const one = await call(service, PTZ, "GetNode", `<NodeToken>${escapeXml(ptz.nodeToken)}</NodeToken>`);
  return one.ok ? ok(nodes(node(one.value.GetNodeResponse)?.PTZNode)) : all;
}

const profileToken = ({ token }: MovingProfile): string => `<ProfileToken>${escapeXml(token)}</ProfileToken>`;

function nodePtz(all: readonly XmlNode[], url: string, profile: MovingProfile): OnvifPtz | null {
  const found = all.find((one) => textOf(one["@token"]) === profile.ptz?.nodeToken) ?? all[0];
  const spaces = node(found?.SupportedPTZSpaces);
  const has = (name: string): boolean => spaces?.[name] !== undefined;
  const panTiltBy = kindOf(
    has("ContinuousPanTiltVelocitySpace"),
    has("RelativePanTiltTranslationSpace"),
    has("AbsolutePanTiltPositionSpace"),
  );
  const zoomBy = kindOf(
    has("ContinuousZoomVelocitySpace"),
    has("RelativeZoomTranslationSpace"),
    has("AbsoluteZoomPositionSpace"),
  );
  // A node without spaces says nothing; the defaults of the profile may.
  const isSaid = panTiltBy !== null || zoomBy !== null;
  const said = isSaid ? { panTiltBy, zoomBy } : profile.ptz;
  const moves = ptzOf(url, profile, said?.panTiltBy ?? null, said?.zoomBy ?? null);
  const relative = nodes(spaces?.RelativePanTiltTranslationSpace);
  return (
    moves && {
      ...moves,
      relativeFov: relative.some((space) => /TranslationSpaceFov/i.test(textOf(space.URI))),
      maxPresets: numberOf(found?.MaximumNumberOfPresets),
    }
  );
}

const ptzOf = (url: string, { token }: MovingProfile, panTiltBy: MoveKind, zoomBy: MoveKind): OnvifPtz | null =>
  panTiltBy === null && zoomBy === null
    ? null
    : {
        url,
        profileToken: token,
        pan: panTiltBy !== null,
        tilt: panTiltBy !== null,
        zoom: zoomBy !== null,
        panTiltBy,
        zoomBy,
        relativeFov: false,
        maxPresets: 0,
      };
