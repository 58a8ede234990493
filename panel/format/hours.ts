const DURATION = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/;

/** Returns the hours in an ISO 8601 duration as people type them: `PT24H` is `24`, `PT90M` is `1.5`. */
export function hoursOf(duration: string): string {
  const [, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(duration) ?? [];
  const sum = Number(hours) + Number(minutes) / 60 + Number(seconds) / 3_600;
  return String(Math.round(sum * 100) / 100);
}
