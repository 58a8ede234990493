/** Work about the same key goes one after the other, in the order it came; work about others at the same time. */
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
