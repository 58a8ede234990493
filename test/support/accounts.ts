import { randomInt } from 'node:crypto';
import { linkOf, type Mailbox } from './mailbox.ts';
import { type Page, type PlainBrowser, plainBrowser } from './oauth.ts';
import type { TestPlatform } from './platform.ts';

export const PASSWORD = 'correct horse battery';

let people = 0;

/** Someone who has no account yet. */
export const stranger = (name = 'Sam Stranger') => {
  people += 1;
  return { name, email: `stranger-${people}-${randomInt(1e9)}@example.com`, password: PASSWORD };
};

/** A browser at a network address of its own; the platform trusts 127.0.0.1 as a proxy. */
export const browserOf = (platform: TestPlatform): PlainBrowser => {
  const address = `198.51.${randomInt(256)}.${randomInt(256)}`;
  return plainBrowser(platform.address, { 'x-forwarded-for': address });
};

/** Sends the form of a page with what is typed. */
export const fill = async (
  browser: PlainBrowser,
  path: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<Page> => browser.submit(await browser.open(path), typed);

/** The path of the link in the newest mail to someone. */
export const pathIn = async (mailbox: Mailbox, email: string, subject: RegExp): Promise<string> =>
  new URL(linkOf(await mailbox.mailTo(email, subject))).pathname;

/** Creates an account the way a stranger does; its browser is signed in. */
export async function signUp(platform: TestPlatform, mailbox: Mailbox, who = stranger()) {
  const browser = browserOf(platform);
  await fill(browser, '/signup', who);
  const landed = await fill(browser, await pathIn(mailbox, who.email, /^Confirm your/));
  return { ...who, browser, landed };
}

/** Who a browser is signed in as; null for no one. */
export async function accountOf(browser: PlainBrowser): Promise<{ readonly email: string } | null> {
  const { status, html } = await browser.open('/panel/session');
  return status === 200 ? JSON.parse(html).account : null;
}
