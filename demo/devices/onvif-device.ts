import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { XMLParser } from "fast-xml-parser";
import type { EncoderSetting } from "../clip-encoder.ts";
import { type OnvifEvent, OnvifPullPoints } from "./onvif-pull-points.ts";
import { DEFAULT_MOVE_TIMEOUT_MS, MAX_PRESETS, type PtzMount, type PtzPosition } from "./ptz-mount.ts";
import {
  AUDIO_ENCODER,
  escapeXml,
  envelope,
  fault,
  mediaServices,
  type OnvifFacts,
  type OnvifProfile,
  ptzConfiguration,
  ptzStatus,
} from "./onvif-xml.ts";

export type { OnvifFacts, OnvifProfile } from "./onvif-xml.ts";

const MAX_BODY_BYTES = 128 * 1024;
/**
 * The largest difference between the clocks of camera and client for a UsernameToken (WS-Security demands a limit; 5
 * min is usual).
 */
const TOKEN_AGE_MS = 5 * 60_000;
/** The calls that a client must be able to make before it can authenticate (ONVIF Core, access class PRE_AUTH). */
const OPEN_CALLS = new Set([
  "GetSystemDateAndTime",
  "GetCapabilities",
  "GetServices",
  "GetServiceCapabilities",
  "GetHostname",
]);

const EVENTS = "http://www.onvif.org/ver10/events/wsdl";
const WSNT = "http://docs.oasis-open.org/wsn/b-2";

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const child = (node: unknown, name: string): unknown => (isNode(node) ? node[name] : undefined);
const text = (node: unknown): string | null => {
  if (typeof node === "string") return node;
  const inner = child(node, "#text");
  return typeof inner === "string" ? inner : null;
};
const numberAt = (node: unknown, name: string): number | null => {
  const value = text(child(node, name));
  return value !== null && value !== "" && Number.isFinite(Number(value)) ? Number(value) : null;
};

interface CallError {
  readonly code: "Sender" | "Receiver";
  readonly sub: string;
  readonly reason: string;
}
const refuse = (sub: string, reason: string): CallError => ({ code: "Sender", sub, reason });

/** An ONVIF camera over HTTP: device, media and (with a mount) PTZ services, WS-UsernameToken with password digest. */
export class OnvifDevice {
  readonly #facts: OnvifFacts;
  readonly #mount: PtzMount | null;
  readonly #password: string;
  readonly #onSetEncoder: (token: string, wish: EncoderSetting) => boolean;
  readonly #onSetAudio: (bitrateKbps: number) => boolean;
  readonly #server: Server;
  readonly #usedNonces = new Map<string, number>();
  readonly #pullPoints = new OnvifPullPoints();
  readonly #parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: { enabled: true },
    // handles numeric character references too
    htmlEntities: true,
  });

  /** `onSetEncoder`, `onSetAudio`: apply a setting of picture or sound; false = the camera does not support it */
  constructor(
    facts: OnvifFacts,
    password: string,
    mount: PtzMount | null,
    onSetEncoder: (token: string, wish: EncoderSetting) => boolean,
    onSetAudio: (bitrateKbps: number) => boolean = () => false,
  ) {
    this.#facts = facts;
    this.#password = password;
    this.#mount = mount;
    this.#onSetEncoder = onSetEncoder;
    this.#onSetAudio = onSetAudio;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  /** Resolves with the port on which it listens. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        const address = this.#server.address();
        resolve(typeof address === "object" && address ? address.port : port);
      });
    });
  }

  /** Reports an event of the camera. */
  publish(event: OnvifEvent): void {
    this.#pullPoints.publish(event);
  }

  async close(): Promise<void> {
    this.#pullPoints.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST" || !request.url?.startsWith("/onvif/")) {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request) {
      const piece: Buffer = Buffer.from(chunk);
      bytes += piece.length;
      if (bytes > MAX_BODY_BYTES) {
        response.writeHead(413).end();
        return;
      }
      chunks.push(piece);
    }
    const answer = await this.#call(Buffer.concat(chunks).toString("utf8"), request.url);
    const body = typeof answer === "string" ? envelope(answer) : fault(answer.code, answer.sub, answer.reason);
    const status = typeof answer === "string" ? 200 : answer.sub === "NotAuthorized" ? 401 : 400;
    response.writeHead(status, { "Content-Type": "application/soap+xml; charset=utf-8" }).end(body);
  }

  async #call(xml: string, path: string): Promise<string | CallError> {
    let envelopeNode: unknown;
    try {
      envelopeNode = child(this.#parser.parse(xml), "Envelope");
    } catch {
      return refuse("WellFormed", "not XML");
    }
    const body = child(envelopeNode, "Body");
    const name = isNode(body) ? Object.keys(body).find((key) => !key.startsWith("@") && key !== "#text") : undefined;
    if (!name) return refuse("InvalidArgs", "no call");
    if (!OPEN_CALLS.has(name) && !this.#proves(child(envelopeNode, "Header")))
      return refuse("NotAuthorized", "Sender not Authorized");
    return (await this.#events(name, child(body, name), path)) ?? this.#answer(name, child(body, name));
  }

  /** Handles calls to the event service, and to the pull point whose address is `path`; null = not one of its calls. */
  async #events(name: string, ask: unknown, path: string): Promise<string | CallError | null> {
    const points = this.#pullPoints;
    const nowMs = performance.now();
    const id = /^\/onvif\/events\/([\w-]+)$/.exec(path)?.[1] ?? "";
    const unknown = refuse("InvalidArgVal", "no such subscription");
    const times = `<wsnt:CurrentTime xmlns:wsnt="${WSNT}">${new Date().toISOString()}</wsnt:CurrentTime>`;
    switch (name) {
      case "CreatePullPointSubscription": {
        const made = points.create(nowMs);
        if (made === null) return refuse("OperationProhibited", "too many subscriptions");
        const address = `<wsa:Address xmlns:wsa="http://www.w3.org/2005/08/addressing">${this.#facts.baseUri}/onvif/events/${made}</wsa:Address>`;
        return `<tev:${name}Response xmlns:tev="${EVENTS}"><tev:SubscriptionReference>${address}</tev:SubscriptionReference>${times}</tev:${name}Response>`;
      }
      case "PullMessages": {
        const messages = await points.pull(id, durationMs(text(child(ask, "Timeout"))));
        return messages === null
          ? unknown
          : `<tev:PullMessagesResponse xmlns:tev="${EVENTS}">${times}${messages}</tev:PullMessagesResponse>`;
      }
      case "Renew":
        return points.renew(id, nowMs) ? `<wsnt:RenewResponse xmlns:wsnt="${WSNT}"/>` : unknown;
      case "Unsubscribe":
        return points.remove(id) ? `<wsnt:UnsubscribeResponse xmlns:wsnt="${WSNT}"/>` : unknown;
      default:
        return null;
    }
  }

  #proves(head: unknown): boolean {
    const token = child(child(head, "Security"), "UsernameToken");
    const nonce = text(child(token, "Nonce"));
    const created = text(child(token, "Created"));
    const given = text(child(token, "Password"));
    if (text(child(token, "Username")) !== this.#facts.username || !nonce || !created || !given) return false;
    const age = Math.abs(Date.now() - Date.parse(created));
    if (!(age < TOKEN_AGE_MS)) return false;
    const raw = Buffer.from(nonce, "base64");
    const expected = createHash("sha1").update(raw).update(created).update(this.#password).digest("base64");
    if (expected !== given) return false;
    for (const [used, atMs] of this.#usedNonces) if (Date.now() - atMs > TOKEN_AGE_MS) this.#usedNonces.delete(used);
    this.#usedNonces.set(nonce, Date.now());
    return true;
  }

  #profile(ask: unknown): OnvifProfile | undefined {
    const token = text(child(ask, "ProfileToken"));
    return this.#facts.profiles.find((profile) => profile.token === token);
  }

  #answer(name: string, ask: unknown): string | CallError {
    const token = text(child(ask, "ConfigurationToken")) ?? text(child(ask, "ProfileToken"));
    const fixed = mediaServices(this.#facts, name, token);
    if (fixed !== null) return fixed;
    const noProfile = refuse("NoProfile", "no such profile");
    switch (name) {
      case "GetStreamUri": {
        const profile = this.#profile(ask);
        return profile ? mediaUri("GetStreamUri", profile.rtspUri) : noProfile;
      }
      case "SetSynchronizationPoint":
        return this.#profile(ask) ? "<trt:SetSynchronizationPointResponse/>" : noProfile;
      case "SetVideoEncoderConfiguration":
        return this.#setEncoder(child(ask, "Configuration"));
      case "SetAudioEncoderConfiguration":
        return this.#setAudio(child(ask, "Configuration"));
      default:
        return this.#mount ? this.#ptz(this.#mount, name, ask) : refuse("ActionNotSupported", escapeXml(name));
    }
  }

  #setEncoder(node: unknown): string | CallError {
    const token = text(child(node, "@token"));
    const profile = this.#facts.profiles.find((candidate) => candidate.encoderToken === token);
    if (!profile) return refuse("NoConfig", "no such configuration");
    const resolution = child(node, "Resolution");
    const rate = child(node, "RateControl");
    const shape = {
      widthPx: numberAt(resolution, "Width") ?? profile.shape.widthPx,
      heightPx: numberAt(resolution, "Height") ?? profile.shape.heightPx,
      framesPerSecond: numberAt(rate, "FrameRateLimit") ?? profile.shape.framesPerSecond,
      gopLength: numberAt(child(node, "H264"), "GovLength") ?? profile.gopLength,
      bitrateKbps: numberAt(rate, "BitrateLimit") ?? profile.bitrateKbps,
    };
    if ((text(child(node, "Encoding")) ?? "H264") !== "H264" || !this.#onSetEncoder(profile.encoderToken, shape))
      return refuse("ConfigModify", "the configuration cannot be set");
    return "<trt:SetVideoEncoderConfigurationResponse/>";
  }

  #setAudio(node: unknown): string | CallError {
    const { sound } = this.#facts;
    if (!sound || text(child(node, "@token")) !== AUDIO_ENCODER) return refuse("NoConfig", "no such configuration");
    const bitrateKbps = numberAt(node, "Bitrate") ?? sound.bitrateKbps;
    const isOffered =
      text(child(node, "Encoding")) === sound.encoding &&
      (numberAt(node, "SampleRate") ?? sound.sampleRateKhz) === sound.sampleRateKhz &&
      sound.bitratesKbps.includes(bitrateKbps);
    if (!isOffered || (bitrateKbps !== sound.bitrateKbps && !this.#onSetAudio(bitrateKbps)))
      return refuse("ConfigModify", "the configuration cannot be set");
    sound.bitrateKbps = bitrateKbps;
    return "<trt:SetAudioEncoderConfigurationResponse/>";
  }

  #moveRelative(mount: PtzMount, translation: unknown, nowMs: number): void {
    const { pan, tilt, zoom } = vectorOf(translation);
    const byPicture = FOV_SPACE.test(text(child(child(translation, "PanTilt"), "@space")) ?? "");
    if (byPicture) mount.lookAt({ x: pan, y: tilt, zoom }, nowMs);
    else mount.moveBy({ pan, tilt, zoom }, nowMs);
  }

  #ptz(mount: PtzMount, name: string, ask: unknown): string | CallError {
    const nowMs = performance.now();
    const done = `<tptz:${name}Response/>`;
    const preset = text(child(ask, "PresetToken"));
    switch (name) {
      case "GetNodes":
      case "GetNode":
      case "GetConfigurations":
      case "GetConfiguration":
      case "GetConfigurationOptions":
        return ptzConfiguration(name, MAX_PRESETS);
      case "GetStatus":
        return ptzStatus(mount.at(nowMs), mount.moving(nowMs));
      case "ContinuousMove":
        mount.move(vectorOf(child(ask, "Velocity")), durationMs(text(child(ask, "Timeout"))), nowMs);
        return done;
      case "AbsoluteMove":
        mount.moveTo(givenOf(child(ask, "Position")), nowMs);
        return done;
      case "RelativeMove":
        this.#moveRelative(mount, child(ask, "Translation"), nowMs);
        return done;
      case "Stop":
        mount.stop(nowMs);
        return done;
      case "GotoHomePosition":
        mount.goHome(nowMs);
        return done;
      case "GetPresets":
        return `<tptz:GetPresetsResponse>${mount.presets
          .map(
            ({ token, name: title, position: { pan, tilt, zoom } }) =>
              `<tptz:Preset token="${escapeXml(token)}"><tt:Name>${escapeXml(title)}</tt:Name><tt:PTZPosition><tt:PanTilt x="${pan}" y="${tilt}"/><tt:Zoom x="${zoom}"/></tt:PTZPosition></tptz:Preset>`,
          )
          .join("")}</tptz:GetPresetsResponse>`;
      case "GotoPreset":
        return preset !== null && mount.goTo(preset, nowMs) ? done : refuse("NoToken", "no such preset");
      case "RemovePreset":
        return preset !== null && mount.removePreset(preset) ? done : refuse("NoToken", "no such preset");
      case "SetPreset": {
        const set = mount.setPreset(preset, text(child(ask, "PresetName")), mount.at(nowMs));
        if (!set) return preset === null ? refuse("TooManyPresets", "no room") : refuse("NoToken", "no such preset");
        return `<tptz:SetPresetResponse><tptz:PresetToken>${escapeXml(set.token)}</tptz:PresetToken></tptz:SetPresetResponse>`;
      }
      default:
        return refuse("ActionNotSupported", escapeXml(name));
    }
  }
}

const FOV_SPACE = /TranslationSpaceFov$/;

const attribute = (node: unknown, name: string): number | null => {
  const value = text(child(node, `@${name}`));
  return value !== null && value !== "" && Number.isFinite(Number(value)) ? Number(value) : null;
};

function vectorOf(node: unknown): PtzPosition {
  return {
    pan: attribute(child(node, "PanTilt"), "x") ?? 0,
    tilt: attribute(child(node, "PanTilt"), "y") ?? 0,
    zoom: attribute(child(node, "Zoom"), "x") ?? 0,
  };
}

/** Returns only the given parts: an AbsoluteMove may leave the zoom unchanged. */
function givenOf(node: unknown): Partial<PtzPosition> {
  const pan = attribute(child(node, "PanTilt"), "x");
  const tilt = attribute(child(node, "PanTilt"), "y");
  const zoom = attribute(child(node, "Zoom"), "x");
  return { ...(pan === null ? {} : { pan }), ...(tilt === null ? {} : { tilt }), ...(zoom === null ? {} : { zoom }) };
}

/** An xs:duration of seconds and minutes, the form of PTZ timeouts: PT5S, PT1M0.5S */
function durationMs(value: string | null): number {
  const match = /^PT(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(value ?? "");
  const ms = match ? (Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)) * 1000 : 0;
  return ms > 0 ? Math.min(ms, 60_000) : DEFAULT_MOVE_TIMEOUT_MS;
}

function mediaUri(name: string, uri: string): string {
  return `<trt:${name}Response><trt:MediaUri><tt:Uri>${escapeXml(uri)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri></trt:${name}Response>`;
}
