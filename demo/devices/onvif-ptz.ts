/** The PTZ service of a demo camera. */
import { type CallError, child, durationMs, refuse, text } from "./onvif-calls.ts";
import { escapeXml, ptzConfiguration, ptzStatus } from "./onvif-xml.ts";
import { MAX_PRESETS, type PtzMount, type PtzPosition } from "./ptz-mount.ts";

/** Answers a call of the PTZ service. */
export function answerPtz(mount: PtzMount, name: string, ask: unknown): string | CallError {
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
      moveRelative(mount, child(ask, "Translation"), nowMs);
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

function moveRelative(mount: PtzMount, translation: unknown, nowMs: number): void {
  const { pan, tilt, zoom } = vectorOf(translation);
  const byPicture = FOV_SPACE.test(text(child(child(translation, "PanTilt"), "@space")) ?? "");
  if (byPicture) mount.lookAt({ x: pan, y: tilt, zoom }, nowMs);
  else mount.moveBy({ pan, tilt, zoom }, nowMs);
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
