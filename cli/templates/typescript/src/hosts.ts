import type { AppSettings } from '@platform/app-sdk';
import { platform } from './platform.ts';

/** Settings from app.toml, each with its type. */
const SETTINGS = { greeting: 'text' } as const;

let known: Promise<AppSettings<typeof SETTINGS>> | undefined;

/** Returns the host's settings, cached until they change. */
export async function hostSettings(): Promise<AppSettings<typeof SETTINGS>['values']> {
  const reading = known ?? platform.settings(SETTINGS);
  known = reading;
  // Retry a failed read next time.
  reading.catch(() => forgetSettings());
  return (await reading).values;
}

export function forgetSettings(): void {
  known = undefined;
}
