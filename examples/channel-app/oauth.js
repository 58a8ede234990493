import { CallbackError, readCallback } from '@platform/app-sdk';

/** @import { Installs } from './installs.js' */

/** The host can't be connected, for the reason in the message. */
export class ConnectError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Connects hosts who install the app from the app store: the platform sends their browser to the redirect URI with a code.
 * `panelUrl` is the origin that serves OAuth.
 * @param {{ installs: Installs, panelUrl: string, clientId: string, clientSecret: string }} parts
 */
export function openOauth({ installs, panelUrl, clientId, clientSecret }) {
  return {
    /** Exchanges the code in the redirect URI's address and stores the tokens; returns the team. @param {string} url @param {string} redirectUri */
    async connect(url, redirectUri) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code: codeIn(url),
      });
      const init = { method: 'POST', body, signal: AbortSignal.timeout(10_000) };
      const answer = await fetch(new URL('/oauth/token', panelUrl), init);
      const { error, error_description, ...granted } = await answer.json();
      if (error) throw new ConnectError(502, `The platform returned ${error}: ${error_description}`);
      // The app has no accounts: the tokens are stored under the team that they belong to.
      return installs.connect(granted.access_token, granted.webhook_secret);
    },
  };
}

/** @typedef {ReturnType<typeof openOauth>} Oauth */

/** Returns the store's code. Without a `state`, no other code is accepted. @param {string} url */
function codeIn(url) {
  try {
    return readCallback({ url, state: null }).code;
  } catch (error) {
    if (!(error instanceof CallbackError)) throw error;
    throw new ConnectError(400, `${error.message} Open the app in the panel and connect it again.`);
  }
}
