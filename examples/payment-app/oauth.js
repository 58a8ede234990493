import { exchangeCode, readCallback } from '@platform/app-sdk';

/** @import { Installs } from './installs.js' */

/**
 * Connects hosts who install the app from the app store: the platform sends their browser to the redirect URI with a code.
 * `panelUrl` is the origin that serves OAuth.
 * @param {{ installs: Installs, panelUrl: string, clientId: string, clientSecret: string }} parts
 */
export function openOauth({ installs, panelUrl, clientId, clientSecret }) {
  return {
    /** Exchanges the code in the redirect URI's address and stores the tokens; returns the team. @param {string} url @param {string} redirectUri */
    async connect(url, redirectUri) {
      // Without a `state`, only codes from the app store are accepted.
      const { code } = readCallback({ url, state: null });
      const granted = await exchangeCode({ issuer: panelUrl, clientId, clientSecret, code, redirectUri });
      // The app has no accounts: the tokens are stored under the team that they belong to.
      return installs.connect(granted.token, granted.webhookSecret);
    },
  };
}

/** @typedef {ReturnType<typeof openOauth>} Oauth */
