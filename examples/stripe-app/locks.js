/** Runs tasks with the same key one after another, and tasks with different keys concurrently. */
export function openLocks() {
  /** Last task by key; removed when none is waiting. @type {Map<string, Promise<unknown>>} */
  const last = new Map();

  /** @template Result @param {string} key @param {() => Promise<Result>} task @returns {Promise<Result>} */
  return async function lock(key, task) {
    const before = last.get(key);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return task();
    })();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

/** @typedef {ReturnType<typeof openLocks>} Lock */
