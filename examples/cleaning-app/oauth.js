import { createHash, randomBytes } from 'node:crypto';
import { CallbackError, ExchangeError, exchangeCode, readCallback } from '@platform/app-sdk';
import { AnswerError } from './http.js';

/** @import { Crew } from './crew.js' */
/** @import { Handler } from './http.js' */
/** @import { Installs } from './installs.js' */
/** @import { Settings } from './settings.js' */

const random = () => randomBytes(32).toString('base64url');

/** Routes of the app's own site, where a host connects the app. @param {{ settings: Settings, installs: Installs, crew: Crew }} parts @returns {Record<string, Handler>} */
export function oauthRoutes({ settings, installs, crew }) {
  const { appUrl, panelUrl, clientId, clientSecret } = settings;
  const redirectUri = new URL('/oauth/callback', appUrl).href;
  const secure = appUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = (/** @type {string} */ value, /** @type {number} */ seconds) =>
    `connect=${value}; Path=/oauth; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;

  return {
    async 'GET /'(_request, response) {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
      });
      response.end(FRONT_PAGE);
    },

    async 'GET /oauth/connect'(_request, response) {
      if (!clientId) throw new AnswerError(404, 'PLATFORM_CLIENT_ID is not set.');
      const state = random();
      const verifier = random();
      const url = new URL('/oauth/authorize', panelUrl);
      url.search = `${new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })}`;
      response
        .writeHead(302, { location: url.href, 'set-cookie': cookie(`${state}.${verifier}`, 600) })
        .end();
    },

    async 'GET /oauth/callback'(request, response) {
      const [, state = '', verifier = ''] =
        /(?:^|; *)connect=([\w-]+)\.([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
      const { code, source } = callbackOf(request.url ?? '', state);
      // A host from the app store didn't start here, so there is no verifier. The app has no accounts: the tokens
      // are stored under the team that they belong to. It matters little who opened this address.
      const codeVerifier = source === 'store' ? undefined : verifier;
      const granted = await exchangeCode({
        issuer: panelUrl,
        clientId,
        clientSecret,
        redirectUri,
        code,
        codeVerifier,
      }).catch(refuse);
      const install = await installs.connect(granted.token, granted.webhookSecret);
      await crew.catchUp(install);
      response.writeHead(200, {
        'content-type': 'text/plain; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'set-cookie': cookie('', 0),
      });
      response.end(`Connected: the crew works for ${install.team} now.`);
    },
  };
}

/** The app's own site. */
const FRONT_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cleaning Crew</title>
<link rel="stylesheet" href="/board.css">
<h1>Cleaning Crew</h1>
<p>We clean between your guests. Connect your team, and your cleanings come to us.</p>
<p><a href="/oauth/connect">Connect your team</a></p>
</html>
`;

/** Reads the host's code. Answers with the reason if there is no code to trust. @param {string} url @param {string} state */
function callbackOf(url, state) {
  try {
    return readCallback({ url, state });
  } catch (error) {
    if (!(error instanceof CallbackError)) throw error;
    if (error.code === 'access_denied') throw new AnswerError(403, `${error.message} Nothing was connected.`);
    throw new AnswerError(400, `${error.message} Please connect again.`);
  }
}

/** @param {unknown} error @returns {never} */
function refuse(error) {
  if (error instanceof ExchangeError) throw new AnswerError(error.status, error.message);
  throw error;
}
