/**
 * Calls during a run of the job are answered by one more run after it. `joins`: by the run that is under way, for callers
 * that come because they begin and not because something has changed.
 */
export function oneAtATime(job: () => Promise<void>): (how?: { readonly joins: boolean }) => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  return (how) => {
    if (running) {
      again ||= how?.joins !== true;
      return running;
    }
    running = (async () => {
      try {
        do {
          again = false;
          await job();
        } while (again);
      } finally {
        // A job that threw must not be the last one.
        running = null;
      }
    })();
    return running;
  };
}
