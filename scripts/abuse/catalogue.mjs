/** Every case, in the order of the table. */
import { heldByBrowser } from "./cases/by-browser.mjs";
import { heldBySoaks } from "./cases/by-soaks.mjs";
import { heldByTests } from "./cases/by-tests.mjs";
import { defaultAccounts } from "./cases/attacks/default-accounts.mjs";
import { foreignCameras } from "./cases/attacks/foreign-cameras.mjs";
import { headers } from "./cases/attacks/headers.mjs";
import { httpSweep } from "./cases/attacks/http-sweep.mjs";
import { lyingCameras } from "./cases/attacks/lying-cameras.mjs";
import { requests } from "./cases/attacks/requests.mjs";
import { revocation } from "./cases/attacks/revocation.mjs";
import { secrets, tickets } from "./cases/attacks/secrets.mjs";
import { signIns } from "./cases/attacks/sign-ins.mjs";
import { mountedAgain, readOnlyDisk } from "./cases/faults/away-disks.mjs";
import { auditGaps, backups } from "./cases/faults/backups.mjs";
import { damagedDatabases } from "./cases/faults/damaged-databases.mjs";
import { damagedRecordings } from "./cases/faults/damaged-recordings.mjs";
import { stoppedExports } from "./cases/faults/exports.mjs";
import { fullDisk } from "./cases/faults/full-disk.mjs";
import { hang } from "./cases/faults/hang.mjs";
import { longArchive } from "./cases/faults/long-archive.mjs";
import { busyKills, kills } from "./cases/faults/kills.mjs";
import { flappingCameras } from "./cases/networks/flapping-cameras.mjs";
import { floods } from "./cases/networks/floods.mjs";
import { overload } from "./cases/networks/overload.mjs";
import { silentConnections } from "./cases/networks/silent-connections.mjs";
import { socketFlaps } from "./cases/networks/socket-flaps.mjs";
import { wideFleet } from "./cases/networks/wide-fleet.mjs";
import { comingViewers } from "./cases/networks/viewers.mjs";

const own = [
  revocation,
  tickets,
  secrets,
  headers,
  signIns,
  defaultAccounts,
  foreignCameras,
  lyingCameras,
  httpSweep,
  kills,
  fullDisk,
  readOnlyDisk,
  flappingCameras,
  socketFlaps,
  requests,
  overload,
  hang,
  damagedDatabases,
  backups,
  auditGaps,
  silentConnections,
  stoppedExports,
  longArchive,
  wideFleet,
  comingViewers,
  busyKills,
  mountedAgain,
  damagedRecordings,
  floods,
];

/** A1 before A2 before A10, then the R. */
const place = ({ id }) => [id[0], Number.parseInt(id.slice(1), 10), id];
const inOrder = (one, other) => {
  const [a, b] = [place(one), place(other)];
  return a[0].localeCompare(b[0]) || a[1] - b[1] || a[2].localeCompare(b[2]);
};
export const cases = [...own, ...heldByTests, ...heldByBrowser, ...heldBySoaks].sort(inOrder);
