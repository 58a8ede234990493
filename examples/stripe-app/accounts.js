import Stripe from 'stripe';

/** @import { Connection, Installs } from '@platform/app-sdk' */

/** Types of the settings in app.toml. */
export const SETTINGS = /** @type {const} */ ({ secret_key: 'secret', webhook_secret: 'secret' });

/** @typedef {typeof SETTINGS} SettingTypes */
/** @typedef {Installs<SettingTypes>} HostInstalls */

/** The platform waits 10 s for a page or a refund, including a retry after a lost connection. */
const TIMEOUT_MS = 4_000;

/** Wrong signatures have a team's settings read again at most this often. */
const REREAD_MS = 1_000;

/** The host has to finish the setup before guests can pay. */
export class UnreadyError extends Error {}

/** The request names a team that isn't connected. */
export class UnknownTeamError extends Error {}

/** The request isn't from Stripe, or isn't recent. */
export class WrongSignatureError extends Error {}

/**
 * Opens the hosts' Stripe accounts. A changed key applies immediately, even if the platform's webhook about it is still on
 * its way. `apiBase` is another server than Stripe's own.
 * @param {{ installs: HostInstalls, apiBase?: string | undefined }} parts
 */
export function openAccounts({ installs, apiBase }) {
  /** The current client by team. @type {Map<string, { key: string, stripe: Stripe }>} */
  const clients = new Map();
  /** Last repeated read's time by team. @type {Map<string, number>} */
  const reread = new Map();

  /** @param {string} team @returns {Connection<SettingTypes>} */
  function connectionOf(team) {
    const connection = installs.of(team);
    if (!connection) throw new UnknownTeamError(`The team ${team} isn't connected.`);
    return connection;
  }

  /** @param {string} team @param {string} key */
  function clientOf(team, key) {
    const known = clients.get(team);
    if (known?.key === key) return known.stripe;
    const stripe = new Stripe(key, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...serverOf(apiBase),
    });
    clients.set(team, { key, stripe });
    return stripe;
  }

  /** @param {string} team */
  async function keyOf(team) {
    const { secret_key: key } = await connectionOf(team).settings();
    if (key) return key;
    throw new UnreadyError("The host hasn't entered a secret key yet.");
  }

  return {
    connectionOf,

    /** True if the team's key moves no real money. @param {string} team */
    isTestKey: async (team) => /^[a-z]+_test_/.test(await keyOf(team)),

    /**
     * Calls Stripe with the team's key. If Stripe refuses the key, the settings are read again, and a new key gets a second try.
     * @template Result @param {string} team @param {(stripe: Stripe) => Promise<Result>} call
     */
    async withStripe(team, call) {
      const key = await keyOf(team);
      try {
        return await call(clientOf(team, key));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error;
        connectionOf(team).forget();
        const current = await keyOf(team);
        if (current === key) throw error;
        return call(clientOf(team, current));
      }
    },

    /**
     * Verifies an event's signature for a team and returns the event. Throws WrongSignatureError.
     * @param {string} team @param {Buffer | string} body @param {unknown} signature
     */
    async verifyEvent(team, body, signature) {
      const connection = connectionOf(team);
      const { webhook_secret: secret } = await connection.settings();
      if (!secret) throw new UnreadyError("The host hasn't entered a signing secret yet.");
      const event = eventIn(body, signature, secret);
      if (event) return event;
      const now = Date.now();
      if (now - (reread.get(team) ?? 0) >= REREAD_MS) {
        reread.set(team, now);
        connection.forget();
        const { webhook_secret: current } = await connection.settings();
        const again = current && current !== secret ? eventIn(body, signature, current) : null;
        if (again) return again;
      }
      throw new WrongSignatureError("The signature doesn't match, or the event is too old.");
    },
  };
}

/** @typedef {ReturnType<typeof openAccounts>} Accounts */

/** @param {string | undefined} base */
function serverOf(base) {
  if (!base) return {};
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    protocol: /** @type {'http' | 'https'} */ (isPlain ? 'http' : 'https'),
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
  };
}

/** Returns the event if its signature is right and recent; null otherwise. @param {Buffer | string} body @param {unknown} signature @param {string} secret */
function eventIn(body, signature, secret) {
  if (typeof signature !== 'string') return null;
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      return null;
    throw error;
  }
}
