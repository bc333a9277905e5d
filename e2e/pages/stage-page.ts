import { expect, type Locator, type Page } from "@playwright/test";
import type { Rect } from "#base/geometry.ts";
import {
  FRAME_CODE_COLUMNS,
  FRAME_CODE_ROWS,
  type FrameCode,
  frameCodeCellPx,
  readFrameCode,
} from "#domain/frame-code.ts";
import { untilState } from "../support/browser/tile-states.ts";

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgbaBase64: string;
}

/**
 * The object that a client built with `--mode e2e` offers to tests (src/app/test-window.ts). Rectangles are CSS px of
 * the page.
 */
declare global {
  interface Window {
    __proscenium?: {
      readPixels(rect: { x: number; y: number; width: number; height: number }): Promise<Pixels>;
      facts(): unknown;
      /** gives it back after 50 ms, or as said; never when negative */
      loseContext(restoreAfterMs?: number): void;
    };
  }
}

/** The stage as a person sees it: tiles by name, their states, and the pixels of their pictures. */
export class StagePage {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole("complementary", { name: "Side panel" });
  }

  camera(name: string): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^Add ${name} to the stage`) });
  }

  tile(name: string): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${name}, `) });
  }

  /**
   * Adds a camera by double-click; when it is scrolled out of the (virtualised) list, the panel's search finds it
   * first.
   */
  async add(name: string): Promise<Locator> {
    const search = this.panel.getByRole("searchbox");
    await expect(this.panel.getByRole("button", { name: /to the stage, / }).first()).toBeVisible();
    if ((await this.camera(name).count()) === 0) await search.fill(name.replaceAll("\\", ""));
    await this.camera(name).dblclick();
    await search.fill("");
    await expect(this.tile(name)).toBeVisible();
    return this.tile(name);
  }

  /** Adds a camera of the panel once more: without Alt, one that is on the stage is only shown there. */
  async addAgain(name: string): Promise<void> {
    await this.camera(name).dblclick({ modifiers: ["Alt"] });
  }

  /** Waits until the tile says that it plays. */
  async playing(name: string, timeoutMs = 20_000): Promise<Locator> {
    const tile = this.tile(name);
    const untilMs = Date.now() + timeoutMs;
    await untilState(tile, "playing", timeoutMs);
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: Math.max(1, untilMs - Date.now()) });
    return tile;
  }

  /**
   * The pixels of a tile (or of a part of it, CSS px from the tile's corner) as the stage presented them, RGBA rows
   * from the top, in device px. Reading a part is much faster: a whole tile is megabytes.
   */
  async pixels(tile: Locator, part?: Rect): Promise<{ width: number; height: number; rgba: Uint8Array }> {
    const box = await tile.boundingBox();
    if (!box) throw new Error("the tile is not shown");
    const wanted = part ? { ...part, x: box.x + part.x, y: box.y + part.y } : box;
    const read = await this.page.evaluate((rect) => window.__proscenium?.readPixels(rect), wanted);
    if (!read) throw new Error("this client has no test window: build with --mode e2e");
    return { width: read.width, height: read.height, rgba: Buffer.from(read.rgbaBase64, "base64") };
  }

  /**
   * The frame codes of several tiles in one and the same presented picture of the stage; null where no code can be
   * read. `pictures`: sizes that the sources may have.
   */
  async frameCodes(names: readonly string[], pictures: readonly { width: number; height: number }[]) {
    const boxes = await Promise.all(names.map((name) => this.tile(name).boundingBox()));
    const known = boxes.flatMap((box) => box ?? []);
    if (known.length !== names.length) throw new Error("a tile is not shown");
    const left = Math.min(...known.map((box) => box.x));
    const top = Math.min(...known.map((box) => box.y));
    const area = {
      x: left,
      y: top,
      width: Math.max(...known.map((box) => box.x + box.width)) - left,
      height: Math.max(...known.map((box) => box.y + box.height)) - top,
    };
    const read = await this.page.evaluate((rect) => window.__proscenium?.readPixels(rect), area);
    if (!read) throw new Error("this client has no test window: build with --mode e2e");
    const rgba = Buffer.from(read.rgbaBase64, "base64");
    return known.map((box) => {
      for (const picture of pictures) {
        const scale = Math.min(box.width / picture.width, box.height / picture.height);
        const fromX = box.x - left + (box.width - picture.width * scale) / 2;
        const fromY = box.y - top + (box.height - picture.height * scale) / 2;
        const code = readFrameCode((x, y) => {
          const column = Math.min(read.width - 1, Math.max(0, Math.round(fromX + x * scale - 0.5)));
          const row = Math.min(read.height - 1, Math.max(0, Math.round(fromY + y * scale - 0.5)));
          const at = (row * read.width + column) * 4;
          return 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
        }, picture.height);
        if (code) return code;
      }
      return null;
    });
  }

  /** The frame code of the picture in a tile, or null when no code can be read. `picture`: the source's size. */
  async frameCode(tile: Locator, picture: { width: number; height: number }): Promise<FrameCode | null> {
    const box = await tile.boundingBox();
    if (!box) throw new Error("the tile is not shown");
    const scale = Math.min(box.width / picture.width, box.height / picture.height);
    const cellPx = frameCodeCellPx(picture.height) * scale;
    // Only the area of the code is read: reading a whole tile takes longer than a picture is shown.
    const left = box.x + (box.width - picture.width * scale) / 2;
    const top = box.y + (box.height - picture.height * scale) / 2;
    const corner = { x: Math.floor(left), y: Math.floor(top) };
    const size = { width: Math.ceil(FRAME_CODE_COLUMNS * cellPx) + 2, height: Math.ceil(FRAME_CODE_ROWS * cellPx) + 2 };
    const read = await this.page.evaluate((rect) => window.__proscenium?.readPixels(rect), { ...corner, ...size });
    if (!read) throw new Error("this client has no test window: build with --mode e2e");
    const rgba = Buffer.from(read.rgbaBase64, "base64");
    const ratio = read.width / size.width;
    return readFrameCode((x, y) => {
      const column = Math.min(read.width - 1, Math.max(0, Math.round((left - corner.x + x * scale) * ratio - 0.5)));
      const row = Math.min(read.height - 1, Math.max(0, Math.round((top - corner.y + y * scale) * ratio - 0.5)));
      const at = (row * read.width + column) * 4;
      return 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
    }, picture.height);
  }
}
