import { type Browser, chromium, type Page } from 'playwright-core';
import { BROWSER } from './programs.ts';

/** There is no screen: painting for one keeps a process busy that pages wait for. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/** Starts it. The caller closes it. */
export function openBrowser(): Promise<Browser> {
  if (BROWSER.path === null) throw new Error(`There is no browser: install ${BROWSER.install}.`);
  return chromium.launch({ executablePath: BROWSER.path, args: ARGS });
}

/** What a page does beyond what it shows. */
export interface Watched {
  /** Every address it asked for, in order. */
  readonly requests: string[];
  /** Errors of its console, refusals of its Content-Security-Policy among them, and exceptions no one caught. */
  readonly troubles: string[];
}

/** Notes what a page asks for and complains about, from now on. */
export function watch(page: Page): Watched {
  const watched: Watched = { requests: [], troubles: [] };
  page.on('request', (request) => watched.requests.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text())) {
      watched.troubles.push(message.text());
    }
  });
  page.on('pageerror', (error) => watched.troubles.push(String(error)));
  return watched;
}
