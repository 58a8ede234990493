import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser of this machine; null where there is none, and tests that need one are skipped. */
export const BROWSER_PATH = process.env.TEST_BROWSER ?? PATHS.find((path) => existsSync(path)) ?? null;

/** Starts it. The caller closes it. */
export function openBrowser(): Promise<Browser> {
  if (BROWSER_PATH === null) throw new Error('There is no browser: install chromium or set TEST_BROWSER.');
  return chromium.launch({ executablePath: BROWSER_PATH, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
