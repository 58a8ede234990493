/** Work under way by install: each entry ends with the install's last work. */
export type Turns = Map<number, Promise<void>>;

/**
 * Runs an install's work one after the other within this process, so that a burst of one app's calls waits here instead
 * of holding every database connection while it waits for the same row.
 */
export async function inTurn<T>(turns: Turns, installId: number, work: () => Promise<T>): Promise<T> {
  const done = (turns.get(installId) ?? Promise.resolve()).then(work);
  const ended = done.then(
    () => {},
    () => {}, // Its caller has the error; the next turn begins anyway.
  );
  turns.set(installId, ended);
  try {
    return await done;
  } finally {
    if (turns.get(installId) === ended) turns.delete(installId);
  }
}
