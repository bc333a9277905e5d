/** Buttons, slider and texts of the exported player, in plain DOM: the page carries no framework. */
import type { DewarpPageFacts } from "#protocol/dewarp-page.ts";
import type { PageSpeech } from "./page-speech.ts";

interface ControlVerbs {
  toggle(): void;
  /** seconds from the beginning */
  seek(seconds: number): void;
  step(direction: 1 | -1): void;
  speed(rate: number): void;
  mode(mode: 0 | 1 | 2): void;
  layout(): void;
  home(): void;
  fullScreen(): void;
}

export interface Controls {
  /** seconds, and the time of day */
  showTime(seconds: number, duration: number, wall: string, paused: boolean): void;
  showMode(mode: 0 | 1 | 2, hasLayouts: boolean): void;
  fail(text: string): void;
}

const SPEEDS = [0.25, 0.5, 1, 2, 4] as const;
const MODES = [0, 1, 2] as const;
const STYLE = `
:root{color-scheme:dark;font:14px/1.4 system-ui,sans-serif}
html,body{margin:0;height:100%;background:#0b0e13;color:#e8edf4}
#player{display:grid;grid-template-rows:auto 1fr auto;height:100%}
header{display:flex;gap:1rem;align-items:baseline;padding:.5rem .75rem}
header b{font-size:1rem}header span{color:#9aa5b6}header output{margin-inline-start:auto;font-variant-numeric:tabular-nums}
.view{position:relative;min-height:0}canvas{position:absolute;inset:0;width:100%;height:100%;touch-action:none;cursor:grab}
canvas:active{cursor:grabbing}
footer{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center;padding:.5rem .75rem;background:#141922}
button,select{font:inherit;color:inherit;background:#232b38;border:1px solid #323b4b;border-radius:6px;padding:.35rem .6rem;min-height:32px;cursor:pointer}
button[aria-pressed=true]{background:#3d5bd0;border-color:#8aa4ff}button[hidden]{display:none}
:focus-visible{outline:2px solid #8aa4ff;outline-offset:1px}
input[type=range]{flex:1 1 12rem;min-width:8rem;accent-color:#8aa4ff}[role=alert]{padding:1rem;color:#ff8a80}
`;

export function makeControls(
  root: HTMLElement,
  canvas: HTMLCanvasElement,
  facts: DewarpPageFacts,
  { say, number }: PageSpeech,
  verbs: ControlVerbs,
): Controls {
  const style = element("style", STYLE);
  document.head.append(style);
  const wall = document.createElement("output");
  const header = document.createElement("header");
  header.append(element("b", facts.camera), element("span", facts.recorder), wall);
  const view = document.createElement("div");
  view.className = "view";
  view.append(canvas);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", say("dewarpPage.view", { camera: facts.camera }));

  const play = button(say("dewarpPage.play"), () => verbs.toggle());
  const slider = document.createElement("input");
  slider.type = "range";
  slider.step = "0.01";
  slider.setAttribute("aria-label", say("dewarpPage.time"));
  slider.addEventListener("input", () => verbs.seek(slider.valueAsNumber));
  const speed = document.createElement("select");
  speed.setAttribute("aria-label", say("dewarpPage.speed"));
  for (const rate of SPEEDS) {
    const text = say("dewarpPage.rate", { rate: number(rate) });
    speed.append(new Option(text, String(rate), rate === 1, rate === 1));
  }
  speed.addEventListener("change", () => verbs.speed(Number(speed.value)));
  const modes = MODES.map((mode) => button(say(`dewarpPage.mode.${mode}`), () => verbs.mode(mode)));
  const layout = button(say("dewarpPage.layout"), () => verbs.layout());
  const footer = document.createElement("footer");
  footer.append(
    play,
    button(say("dewarpPage.frameBack"), () => verbs.step(-1)),
    button(say("dewarpPage.frameForward"), () => verbs.step(1)),
    slider,
    speed,
    ...modes,
    layout,
    button(say("dewarpPage.home"), () => verbs.home()),
    button(say("dewarpPage.fullScreen"), () => verbs.fullScreen()),
  );
  root.replaceChildren(header, view, footer);
  return {
    showTime(seconds, duration, text, paused) {
      slider.max = String(duration);
      slider.value = String(seconds);
      slider.setAttribute("aria-valuetext", text);
      wall.value = text;
      play.textContent = say(paused ? "dewarpPage.play" : "dewarpPage.pause");
    },
    showMode(mode, hasLayouts) {
      for (const [index, each] of modes.entries()) each.setAttribute("aria-pressed", String(index === mode));
      layout.hidden = !hasLayouts;
    },
    fail(text) {
      const alert = element("p", text);
      alert.setAttribute("role", "alert");
      view.append(alert);
    },
  };
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}
