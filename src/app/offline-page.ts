/**
 * The script of the offline pages: they go back automatically, to the requested address, when the recorder answers
 * again. It imports nothing, because no other file of the client is in the service worker's cache.
 */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
const ANSWER_TIMEOUT_MS = 5_000;

let waitMs = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

const again = (): void => location.reload();

async function answers(): Promise<boolean> {
  // By hand: an older Safari has no AbortSignal.timeout.
  const late = new AbortController();
  const limit = setTimeout(() => late.abort(), ANSWER_TIMEOUT_MS);
  try {
    const answer = await fetch("ping", { cache: "no-store", signal: late.signal });
    return answer.ok;
  } catch {
    return false;
  } finally {
    clearTimeout(limit);
  }
}

function askLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), waitMs);
  waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
}

async function ask(): Promise<void> {
  if (await answers()) again();
  else askLater();
}

/** Something has changed here: the recorder is asked again soon, however long the page has waited. */
function soon(): void {
  waitMs = FIRST_WAIT_MS;
  askLater();
}

addEventListener("online", soon);
document.addEventListener("visibilitychange", soon);
// The link leads to the front page because it knows no other address; the address bar has the requested one.
document.querySelector("a")?.addEventListener("click", (event) => {
  event.preventDefault();
  again();
});
askLater();
