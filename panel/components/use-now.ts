import { useEffect, useState } from 'react';

/** Maximum delay of a clock on a page. */
const TICK_MS = 20_000;

/** Returns the current time in epoch milliseconds, updated regularly for pages that show remaining time. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
