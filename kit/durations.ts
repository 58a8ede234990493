const DURATION = /^P(?=\d|T\d)(?:(\d{1,3})D)?(?:T(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,7})S)?)?$/;

/**
 * Converts an ISO 8601 duration in days, hours, minutes and seconds (`PT15M`, `P1DT12H`) to milliseconds;
 * null for anything else. A day is 24 hours.
 */
export function readDuration(text: string): number | null {
  const match = DURATION.exec(text);
  if (!match) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** Formats seconds as an ISO 8601 duration in hours, minutes and seconds: `PT24H`, `PT1H30M`, `PT0S`. */
export function writeDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  const written = parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('');
  return `PT${written || '0S'}`;
}
