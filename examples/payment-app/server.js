import { openInstalls } from '@platform/app-sdk';
import { openApp } from './app.js';
import { tellPlatform } from './platform.js';
import { openProvider } from './provider.js';
import { SETTINGS } from './settings.js';
import { openStore } from './store.js';

const {
  PORT = '3001',
  PLATFORM_API_URL = 'http://localhost:4000',
  DATA_FILE = 'data/payments.json',
  // Other hosts' tokens come from the app store.
  PLATFORM_RUNTIME_TOKEN: token,
  PLATFORM_WEBHOOK_SECRET: secret,
  PLATFORM_CLIENT_ID: clientId = '',
  PLATFORM_CLIENT_SECRET: clientSecret = '',
} = process.env;
const { PLATFORM_PANEL_URL: panelUrl = PLATFORM_API_URL } = process.env;

const store = await openStore(DATA_FILE);
const { records, save } = store;
const installs = openInstalls({
  apiUrl: PLATFORM_API_URL,
  keys: records.installs,
  save,
  settings: SETTINGS,
});
if (token && secret) await installs.connect(token, secret);
const provider = openProvider({ store, notify: tellPlatform(installs) });
const oauth = { issuer: panelUrl, clientId, clientSecret };
const app = openApp({ provider, installs, oauth, appUrl: process.env.APP_URL });
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
provider.resume();
console.log(`Listening on http://localhost:${new URL(app.listeningOrigin).port}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await app.close();
    await provider.close();
  });
}
