/** Calls during a run of the job are answered by one more run after it. */
export function oneAtATime(job: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  return () => {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await job();
      } while (again);
      running = null;
    })();
    return running;
  };
}
