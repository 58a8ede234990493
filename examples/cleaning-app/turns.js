/** Runs work with the same key one after the other, in order of arrival; work with different keys runs concurrently. */
export function createTurns() {
  /** @type {Map<string, Promise<unknown>>} */
  const last = new Map();

  /** @template T @param {string} key @param {() => Promise<T>} work @returns {Promise<T>} */
  return function inTurn(key, work) {
    const before = last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    last.set(key, turn);
    const forget = () => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  };
}
