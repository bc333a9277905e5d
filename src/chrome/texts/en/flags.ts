/** English. Advanced settings. */
export const flagsTexts = {
  "flags.title": "Advanced Settings",
  "flags.mode": "Default Player Mode",
  "flags.mode.disabled": "disabled",
  "flags.mode.lowbandwidth": "lowbandwidth",
  "flags.mode.webrtc": "webrtc",
  "flags.modeHint": "The mode that players start with. Low bandwidth stays the fallback.",
  "flags.override": "WebRTC Support Override",
  "flags.override.enabled": "enabled",
  "flags.override.disabled": "disabled",
  "flags.overrideHint": "Uses WebRTC by default in browsers where it is not the default.",
  "flags.log": "Log Level",
  "flags.logHint": "How much is written to the browser's console.",
  "flags.cancel": "Cancel",
  "flags.save": "Save",
  "flags.failed": "This browser does not keep settings: its storage is full or switched off.",
} as const;
