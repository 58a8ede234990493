import { assemble } from './assemble.js';
import { openStore } from './store.js';

const {
  STRIPE_PORT = '3005',
  STRIPE_API_BASE,
  APP_URL,
  PLATFORM_API_URL = 'http://localhost:4000',
  DATA_FILE = 'data/stripe.json',
  PLATFORM_CLIENT_ID: clientId = '',
  PLATFORM_CLIENT_SECRET: clientSecret = '',
  // For a single install. Other hosts' tokens come from the app store.
  PLATFORM_RUNTIME_TOKEN: token,
  PLATFORM_WEBHOOK_SECRET: secret,
} = process.env;
const { PLATFORM_PANEL_URL: panelUrl = PLATFORM_API_URL } = process.env;

/** Pages close within this time after their hold. */
const SWEEP_MS = 15_000;
/** Wait before another try to connect the install while the platform starts. */
const AGAIN_MS = 2_000;

const store = await openStore(DATA_FILE);
const { app, installs, checkouts } = assemble({
  store,
  apiUrl: PLATFORM_API_URL,
  panelUrl,
  clientId,
  clientSecret,
  apiBase: STRIPE_API_BASE || undefined,
  appUrl: APP_URL || undefined,
});
await app.listen({ port: Number(STRIPE_PORT), host: '0.0.0.0' });
console.log(`Listening on http://localhost:${new URL(app.listeningOrigin).port}`);

let closing = false;
const sweep = setInterval(() => {
  store.prune();
  void checkouts.closeEnded();
}, SWEEP_MS);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    closing = true;
    clearInterval(sweep);
    await app.close();
    await store.save();
  });
}

// The platform may start later than this app.
while (token && secret && !closing) {
  try {
    await installs.connect(token, secret);
    break;
  } catch (error) {
    console.error(`Failed to connect to the platform: ${error}`);
    await new Promise((awake) => setTimeout(awake, AGAIN_MS));
  }
}
await checkouts.catchUp();
