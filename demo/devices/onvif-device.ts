import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { XMLParser } from "fast-xml-parser";
import type { EncoderSetting } from "../clip-encoder.ts";
import { type CallError, child, isNode, numberAt, refuse, text } from "./onvif-calls.ts";
import { answerEvents } from "./onvif-events.ts";
import { OnvifLogin } from "./onvif-login.ts";
import { answerPtz } from "./onvif-ptz.ts";
import { type OnvifEvent, OnvifPullPoints } from "./onvif-pull-points.ts";
import type { PtzMount } from "./ptz-mount.ts";
import {
  AUDIO_ENCODER,
  escapeXml,
  envelope,
  fault,
  mediaServices,
  type OnvifFacts,
  type OnvifProfile,
} from "./onvif-xml.ts";

export type { OnvifFacts, OnvifProfile } from "./onvif-xml.ts";

const MAX_BODY_BYTES = 128 * 1024;
/** The calls that a client must be able to make before it can authenticate (ONVIF Core, access class PRE_AUTH). */
const OPEN_CALLS = new Set([
  "GetSystemDateAndTime",
  "GetCapabilities",
  "GetServices",
  "GetServiceCapabilities",
  "GetHostname",
]);

/** An ONVIF camera over HTTP: device, media and (with a mount) PTZ services, WS-UsernameToken with password digest. */
export class OnvifDevice {
  readonly #facts: OnvifFacts;
  readonly #mount: PtzMount | null;
  readonly #login: OnvifLogin;
  readonly #onSetEncoder: (token: string, wish: EncoderSetting) => boolean;
  readonly #onSetAudio: (bitrateKbps: number) => boolean;
  readonly #server: Server;
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
    this.#login = new OnvifLogin(facts.username, password);
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
    if (!OPEN_CALLS.has(name) && !this.#login.proves(child(envelopeNode, "Header")))
      return refuse("NotAuthorized", "Sender not Authorized");
    const ask = child(body, name);
    return (await answerEvents(this.#pullPoints, this.#facts.baseUri, { name, ask, path })) ?? this.#answer(name, ask);
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
        return this.#mount ? answerPtz(this.#mount, name, ask) : refuse("ActionNotSupported", escapeXml(name));
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
    const { audio } = this.#facts;
    if (!audio || text(child(node, "@token")) !== AUDIO_ENCODER) return refuse("NoConfig", "no such configuration");
    const bitrateKbps = numberAt(node, "Bitrate") ?? audio.bitrateKbps;
    const isOffered =
      text(child(node, "Encoding")) === audio.encoding &&
      (numberAt(node, "SampleRate") ?? audio.sampleRateKhz) === audio.sampleRateKhz &&
      audio.bitratesKbps.includes(bitrateKbps);
    if (!isOffered || (bitrateKbps !== audio.bitrateKbps && !this.#onSetAudio(bitrateKbps)))
      return refuse("ConfigModify", "the configuration cannot be set");
    audio.bitrateKbps = bitrateKbps;
    return "<trt:SetAudioEncoderConfigurationResponse/>";
  }
}

function mediaUri(name: string, uri: string): string {
  return `<trt:${name}Response><trt:MediaUri><tt:Uri>${escapeXml(uri)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri></trt:${name}Response>`;
}
