/** Forward-only steps of the schema. Never change a step that was released: add one. */
import type { Migration } from "kysely";
import { aggregator } from "./aggregator.ts";
import { chained } from "./audit-chain.ts";
import { groups } from "./camera-groups.ts";
import { fisheyePatrols } from "./fisheye-patrols.ts";
import { fisheyeViews, sharesViews } from "./fisheye-views.ts";
import { first } from "./first.ts";
import { fleet } from "./fleet.ts";
import { nodes } from "./nodes.ts";
import { privacyMasks, unmask } from "./privacy-masks.ts";
import { ptzTours } from "./ptz-tours.ts";
import { fleetVersions, mailClaims, notices, signInAnywhere } from "./side-by-side.ts";
import { appPasswords, company, passkeys, secondFactor, signedInBy, viewOnly } from "./sign-in.ts";
import { standby } from "./standby.ts";
import { told } from "./told-events.ts";

/** By name; they run in the order of their names. */
export const migrations: Readonly<Record<string, Migration>> = {
  "2026-11-21-first": first,
  "2026-11-21-groups": groups,
  "2026-11-22-aggregator": aggregator,
  "2026-11-25-told": told,
  "2026-11-26-chained": chained,
  "2026-11-26-signed-in-by": signedInBy,
  "2026-11-27-second-factor": secondFactor,
  "2026-11-28-company": company,
  "2026-11-28-passkeys": passkeys,
  "2026-11-28-privacy-masks": privacyMasks,
  "2026-11-29-app-passwords": appPasswords,
  "2026-11-30-unmask": unmask,
  "2026-11-30-view-only": viewOnly,
  "2026-12-01-fisheye-views": fisheyeViews,
  "2026-12-02-fisheye-patrols": fisheyePatrols,
  "2026-12-03-ptz-tours": ptzTours,
  "2026-12-04-shares-views": sharesViews,
  "2026-12-05-fleet": fleet,
  "2026-12-06-nodes": nodes,
  "2026-12-06-sign-in-anywhere": signInAnywhere,
  "2026-12-07-notices": notices,
  "2026-12-08-fleet-versions": fleetVersions,
  "2026-12-09-mail-claims": mailClaims,
  "2026-12-10-standby": standby,
};
