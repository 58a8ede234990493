import { randomInt } from 'node:crypto';
import { linkOf, type Mailbox } from './mailbox.ts';
import { type Page, type PlainBrowser, plainBrowser } from './oauth.ts';
import type { TestPlatform } from './platform.ts';

export const PASSWORD = 'correct horse battery';

let people = 0;

/** A person without an account yet. */
export const stranger = (name = 'Sam Stranger') => {
  people += 1;
  return { name, email: `stranger-${people}-${randomInt(1e9)}@example.com`, password: PASSWORD };
};

/** A browser with its own network address; the platform trusts 127.0.0.1 as a proxy. */
export const browserOf = (platform: TestPlatform): PlainBrowser => {
  const address = `198.51.${randomInt(256)}.${randomInt(256)}`;
  return plainBrowser(platform.address, { 'x-forwarded-for': address });
};

/** Submits a page's form with the typed values. */
export const fill = async (
  browser: PlainBrowser,
  path: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<Page> => browser.submit(await browser.open(path), typed);

/** The link's path in the newest mail to an address. */
export const pathIn = async (mailbox: Mailbox, email: string, subject: RegExp): Promise<string> =>
  new URL(linkOf(await mailbox.mailTo(email, subject))).pathname;

/** Creates an account like a stranger does; its browser is signed in. */
export async function signUp(platform: TestPlatform, mailbox: Mailbox, who = stranger()) {
  const browser = browserOf(platform);
  await fill(browser, '/signup', who);
  const landed = await fill(browser, await pathIn(mailbox, who.email, /^Confirm your/));
  return { ...who, browser, landed };
}

/** The browser's signed-in account; null if signed out. */
export async function accountOf(browser: PlainBrowser): Promise<{ readonly email: string } | null> {
  const { status, html } = await browser.open('/panel/session');
  return status === 200 ? JSON.parse(html).account : null;
}
