import { useEffect, useState } from 'react';

/** How far a clock on a page may be behind. */
const TICK_MS = 20_000;

/** The current time in epoch milliseconds, refreshed for pages that show how long something has. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
