/** An ONVIF camera of which a test says how it differs from a usual one. Its login is admin, secret. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";

const USER = "admin";
const PASSWORD = "secret";
const TOKEN_AGE_MS = 5 * 60_000;
const SPACES =
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tr2="http://www.onvif.org/ver20/media/wsdl" xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl"';

export interface ScriptedCall {
  readonly operation: string;
  readonly xml: string;
  readonly path: string;
  /** of the camera's Media2 service */
  readonly isMedia2: boolean;
  /** the Authorization header */
  readonly authorization: string;
}
/** What stands in the Body, or an HTTP answer that is none of SOAP. */
export type ScriptedAnswer =
  | string
  | { readonly status: number; readonly headers?: Record<string, string | string[]>; readonly body?: string };

export interface OnvifScript {
  /** null: as a usual camera does */
  readonly answer?: (call: ScriptedCall) => ScriptedAnswer | null;
  /** whether it believes a call; by default: a token of its own time */
  readonly believes?: (call: ScriptedCall, nowMs: number) => boolean;
  /** what it says to somebody whom it does not believe */
  readonly refusal?: (call: ScriptedCall) => ScriptedAnswer;
  /** its clock minus ours */
  readonly clockMs?: number;
  /** what stands in SystemDateAndTime; by default its clock */
  readonly told?: string;
  /** begins the addresses that it names; by default its own */
  readonly named?: string;
  readonly profiles?: string;
  readonly media2Profiles?: string;
  /** SupportedPTZSpaces; absent: no PTZ service */
  readonly ptzSpaces?: readonly string[];
  readonly maxPresets?: number;
  readonly presets?: string;
}

export class ScriptedOnvif {
  readonly calls: ScriptedCall[] = [];
  readonly #script: OnvifScript;
  readonly #server: Server;
  #port = 0;

  private constructor(script: OnvifScript) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      let xml = "";
      request.setEncoding("utf8").on("data", (text: string) => (xml += text));
      request.on("end", () => {
        const answer = this.#answer(callOf(request, xml));
        const { status, headers = {}, body = "" } = typeof answer === "string" ? soap(answer) : answer;
        response.writeHead(status, { "content-type": "application/soap+xml", ...headers }).end(body);
      });
    });
  }

  /** Close it. */
  static async open(script: OnvifScript = {}): Promise<ScriptedOnvif> {
    const camera = new ScriptedOnvif(script);
    await new Promise<void>((resolve) => camera.#server.listen(0, "127.0.0.1", resolve));
    const address = camera.#server.address();
    camera.#port = typeof address === "object" && address ? address.port : 0;
    return camera;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/onvif/device_service`;
  }

  get operations(): string[] {
    return this.calls.map(({ operation }) => operation);
  }

  last(operation: string): string {
    return this.calls.findLast((call) => call.operation === operation)?.xml ?? "";
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(call: ScriptedCall): ScriptedAnswer {
    this.calls.push(call);
    const {
      answer,
      believes = believesToken,
      refusal = () => fault("ter:NotAuthorized", "Sender not authorized"),
    } = this.#script;
    const nowMs = Date.now() + (this.#script.clockMs ?? 0);
    const isOpen = ["GetSystemDateAndTime", "GetCapabilities", "GetServices"].includes(call.operation);
    if (!isOpen && !believes(call, nowMs)) return refusal(call);
    return answer?.(call) ?? this.#usual(call, nowMs);
  }

  #usual({ operation, isMedia2, path }: ScriptedCall, nowMs: number): ScriptedAnswer {
    const { named = `http://127.0.0.1:${this.#port}`, ptzSpaces, told = utc(nowMs), ...script } = this.#script;
    const reply = (inner: string): string => `<${operation}Response>${inner}</${operation}Response>`;
    const isPtz = path.endsWith("/ptz") && ptzSpaces !== undefined;
    switch (operation) {
      case "GetSystemDateAndTime":
        return reply(`<tds:SystemDateAndTime>${told}</tds:SystemDateAndTime>`);
      case "GetDeviceInformation":
        return reply("<tds:Manufacturer>Scripted</tds:Manufacturer><tds:Model>One</tds:Model>");
      case "GetCapabilities": {
        const media = script.profiles === "" ? "" : `<tt:Media><tt:XAddr>${named}/onvif/media</tt:XAddr></tt:Media>`;
        const ptz = ptzSpaces ? `<tt:PTZ><tt:XAddr>${named}/onvif/ptz</tt:XAddr></tt:PTZ>` : "";
        return reply(`<tds:Capabilities>${media}${ptz}</tds:Capabilities>`);
      }
      case "GetServices": {
        if (script.media2Profiles === undefined) return fault("ter:ActionNotSupported", "not supported");
        const space = "http://www.onvif.org/ver20/media/wsdl";
        return reply(
          `<tds:Service><tds:Namespace>${space}</tds:Namespace><tds:XAddr>${named}/onvif/media2</tds:XAddr></tds:Service>`,
        );
      }
      case "GetProfiles":
        return reply(isMedia2 ? (script.media2Profiles ?? "") : (script.profiles ?? profile("main")));
      case "GetStreamUri": {
        const uri = "rtsp://192.168.1.108:554/live";
        return reply(isMedia2 ? `<tr2:Uri>${uri}2</tr2:Uri>` : `<trt:MediaUri><tt:Uri>${uri}</tt:Uri></trt:MediaUri>`);
      }
      case "GetNodes": {
        const spaces = (ptzSpaces ?? []).map((name) => `<tt:${name}><tt:URI>generic</tt:URI></tt:${name}>`).join("");
        return reply(
          `<tptz:PTZNode token="n"><tt:SupportedPTZSpaces>${spaces}</tt:SupportedPTZSpaces><tt:MaximumNumberOfPresets>${script.maxPresets ?? 8}</tt:MaximumNumberOfPresets></tptz:PTZNode>`,
        );
      }
      case "GetPresets":
        return reply(script.presets ?? "");
      case "SetPreset":
        return reply("<tptz:PresetToken>new</tptz:PresetToken>");
      case "GetStatus":
        return reply(
          '<tptz:PTZStatus><tt:Position><tt:PanTilt x="0.95" y="0"/><tt:Zoom x="0"/></tt:Position></tptz:PTZStatus>',
        );
      default:
        return isPtz ? reply("") : fault("ter:ActionNotSupported", "Action not supported");
    }
  }
}

const callOf = (request: IncomingMessage, xml: string): ScriptedCall => ({
  operation: /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(xml)?.[1] ?? "",
  xml,
  path: request.url ?? "",
  isMedia2: xml.includes("http://www.onvif.org/ver20/media/wsdl"),
  authorization: request.headers.authorization ?? "",
});

const soap = (inner: string) => ({
  status: inner.includes("<s:Fault>") ? 400 : 200,
  headers: {},
  body: `<?xml version="1.0"?><s:Envelope ${SPACES}><s:Body>${inner}</s:Body></s:Envelope>`,
});

export const fault = (subcode: string, reason: string, code = "s:Sender"): string =>
  `<s:Fault><s:Code><s:Value>${code}</s:Value><s:Subcode><s:Value>${subcode}</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">${reason}</s:Text></s:Reason></s:Fault>`;

/** A profile of the Media service; `more`: what else it has. */
export const profile = (token: string, more = "", encoder = "H264"): string =>
  `<trt:Profiles token="${token}"><tt:Name>${token}</tt:Name>${more}<tt:VideoEncoderConfiguration token="${token}-encoder"><tt:Encoding>${encoder}</tt:Encoding><tt:Resolution><tt:Width>1280</tt:Width><tt:Height>960</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration></trt:Profiles>`;

/** A profile of the Media2 service. */
export const profile2 = (token: string, encoder = "H265", more = ""): string =>
  `<tr2:Profiles token="${token}" fixed="true"><tr2:Name>${token}</tr2:Name><tr2:Configurations>${more}<tr2:VideoEncoder token="${token}-encoder" GovLength="50" Profile="Main"><tt:Name>e</tt:Name><tt:Encoding>${encoder}</tt:Encoding><tt:Resolution><tt:Width>3840</tt:Width><tt:Height>2160</tt:Height></tt:Resolution><tt:RateControl ConstantBitRate="true"><tt:FrameRateLimit>20</tt:FrameRateLimit><tt:BitrateLimit>4096</tt:BitrateLimit></tt:RateControl><tt:Quality>5</tt:Quality></tr2:VideoEncoder></tr2:Configurations></tr2:Profiles>`;

const dateXml = (ms: number): string => {
  const at = new Date(ms);
  return `<tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date>`;
};
export const utc = (ms: number): string => `<tt:UTCDateTime>${dateXml(ms)}</tt:UTCDateTime>`;
export const local = (ms: number): string => `<tt:LocalDateTime>${dateXml(ms)}</tt:LocalDateTime>`;

const textIn = (xml: string, name: string): string =>
  new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml)?.[1] ?? "";

/** A token with the right password, dated by the camera's clock. */
export function believesToken({ xml }: ScriptedCall, nowMs: number): boolean {
  const created = textIn(xml, "Created");
  const nonce = Buffer.from(textIn(xml, "Nonce"), "base64");
  const digest = createHash("sha1").update(nonce).update(created).update(PASSWORD).digest("base64");
  const isFresh = Math.abs(Date.parse(created) - nowMs) < TOKEN_AGE_MS;
  return textIn(xml, "Username") === USER && textIn(xml, "Password") === digest && isFresh;
}

/** An HTTP digest of this realm and nonce, by RFC 7616; a token is not looked at. */
export const believesDigest =
  (realm: string, nonce: () => string, algorithm: "md5" | "sha256" = "md5") =>
  ({ authorization, xml }: ScriptedCall): boolean => {
    const field = (name: string): string =>
      new RegExp(`[ ,]${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,]+))`)
        .exec(authorization)
        ?.slice(1)
        .join("")
        .replaceAll(/\\(.)/g, "$1") ?? "";
    const hash = (text: string): string => createHash(algorithm).update(text).digest("hex");
    const [qop, uri] = [field("qop"), field("uri")];
    const body = qop === "auth-int" ? `:${hash(xml)}` : "";
    const middle = qop === "" ? "" : `${field("nc")}:${field("cnonce")}:${qop}:`;
    const wanted = hash(`${hash(`${USER}:${realm}:${PASSWORD}`)}:${nonce()}:${middle}${hash(`POST:${uri}${body}`)}`);
    return field("nonce") === nonce() && field("response") === wanted;
  };
