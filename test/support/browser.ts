import { type Browser, chromium, type Page } from 'playwright-core';
import { BROWSER } from './programs.ts';

/** There is no screen: painting for one occupies a process that pages wait for. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/** Starts a browser, with additional arguments. The caller closes it. */
export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  if (BROWSER.path === null) throw new Error(`There is no browser: install ${BROWSER.install}.`);
  return chromium.launch({ executablePath: BROWSER.path, args: [...ARGS, ...more] });
}

/** A page's effects besides its visible content. */
export interface Watched {
  /** Requested addresses, in order. */
  readonly requests: string[];
  /** Console errors, including refusals by its Content-Security-Policy, and uncaught exceptions. */
  readonly troubles: string[];
}

/** Records a page's requests and errors from now on. */
export function watch(page: Page): Watched {
  const watched: Watched = { requests: [], troubles: [] };
  page.on('request', (request) => watched.requests.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text())) {
      watched.troubles.push(`${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => watched.troubles.push(String(error)));
  return watched;
}
