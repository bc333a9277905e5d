import { expect, type Page } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { shared } from "../shared.ts";

/**
 * Opens the shared recorder's stage for one of its users (its administrator, unless told otherwise), with its cameras
 * in the panel. Which of them are in sight depends on what other specs have added: the list renders no others.
 */
export async function openStage(page: Page, username = "admin", password = shared().password): Promise<StagePage> {
  const stage = await enterStage(page, { url: shared().url, password }, { username });
  await expect(stage.camera(".+").first()).toBeVisible({ timeout: 60_000 });
  return stage;
}
