import { generate } from 'otplib';
import { browserOf, fill } from './accounts.ts';
import { type PlainBrowser, panelHeaders } from './oauth.ts';
import type { TestPlatform } from './platform.ts';

/** Sends a document to the panel's API with a browser's session. */
export async function panelAnswer(
  platform: TestPlatform,
  browser: PlainBrowser,
  query: string,
  variables: object = {},
) {
  const response = await fetch(`${platform.address}/panel/graphql`, {
    method: 'POST',
    headers: await panelHeaders(browser),
    body: JSON.stringify({ query, variables }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
  return (await response.json()) as any;
}

/** Adds an authenticator app to a browser's account. */
export async function addApp(platform: TestPlatform, browser: PlainBrowser) {
  const ask = async (query: string, variables: object = {}) =>
    (await panelAnswer(platform, browser, query, variables)).data.totpEnable;
  const { secret } = await ask('mutation { totpEnable { secret uri userErrors { code } } }');
  const code = await generate({ secret });
  const enabled = await ask(
    'mutation ($code: String) { totpEnable(code: $code) { recoveryCodes userErrors { code } } }',
    { code },
  );
  return {
    secret: secret as string,
    codes: enabled.recoveryCodes as readonly string[],
    next: () => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }),
  };
}

/** Signs in with a password in a new browser; returns the final page. */
export async function signInTo(
  platform: TestPlatform,
  who: { readonly email: string; readonly password: string },
) {
  const browser = browserOf(platform);
  return { browser, page: await fill(browser, '/login?return_to=%2Faccount%2Fsecurity', who) };
}
