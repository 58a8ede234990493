import type { AppSettings } from '@platform/app-sdk';
import { platform } from './platform.ts';

/** Settings of app.toml, each with its type there. */
const SETTINGS = { greeting: 'text' } as const;

let known: Promise<AppSettings<typeof SETTINGS>> | undefined;

/** What the host filled in, read once until it changes. */
export async function hostSettings(): Promise<AppSettings<typeof SETTINGS>['values']> {
  const reading = known ?? platform.settings(SETTINGS);
  known = reading;
  // What could not be read is asked for again.
  reading.catch(() => forgetSettings());
  return (await reading).values;
}

export function forgetSettings(): void {
  known = undefined;
}
