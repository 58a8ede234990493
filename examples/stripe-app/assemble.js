import { openInstalls } from '@platform/app-sdk';
import { openAccounts, SETTINGS } from './accounts.js';
import { openApp } from './app.js';
import { openCheckouts } from './checkouts.js';
import { API_VERSION } from './documents.js';
import { openEvents } from './events.js';
import { openLocks } from './locks.js';
import { openOutcomes } from './outcomes.js';
import { openRefunds } from './refunds.js';

/** @import { Store } from './store.js' */

/** The platform and Stripe wait 10 s or more for this app's response, which includes a call to the platform. */
const PLATFORM_TIMEOUT_MS = 4_000;

/**
 * Assembles the app from its records and addresses. `apiBase` is another server than Stripe's own; a real Stripe account needs
 * a live key for real bookings.
 * @param {{ store: Store, apiUrl: string, panelUrl: string, clientId: string, clientSecret: string, apiBase?: string | undefined, appUrl?: string | undefined }} parts
 */
export function assemble({ store, apiUrl, panelUrl, clientId, clientSecret, apiBase, appUrl }) {
  const { records, save } = store;
  const installs = openInstalls({
    apiUrl,
    version: API_VERSION,
    timeoutMs: PLATFORM_TIMEOUT_MS,
    keys: records.installs,
    save,
    settings: SETTINGS,
  });
  const lock = openLocks();
  const accounts = openAccounts({ installs, apiBase });
  const outcomes = openOutcomes({ accounts, store });
  const checkouts = openCheckouts({ accounts, outcomes, store, lock, allowsTestKeys: apiBase !== undefined });
  const refunds = openRefunds({ accounts, lock });
  const events = openEvents({ accounts, outcomes, refunds, store, lock });
  const oauth = { issuer: panelUrl, clientId, clientSecret };
  return {
    app: openApp({ installs, accounts, checkouts, refunds, events, oauth, appUrl }),
    installs,
    checkouts,
  };
}
