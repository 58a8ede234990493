import { createClient } from '@platform/app-sdk';
import { openApp } from './app.js';
import { tellPlatform } from './platform.js';
import { openProvider } from './provider.js';
import { openSettings } from './settings.js';
import { openStore } from './store.js';

const {
  PORT = '3001',
  PLATFORM_API_URL = 'http://localhost:4000',
  DATA_FILE = 'data/payments.json',
} = process.env;
const secret = required('PLATFORM_WEBHOOK_SECRET');
const client = createClient({ apiUrl: PLATFORM_API_URL, token: required('PLATFORM_RUNTIME_TOKEN') });
const settings = openSettings(client);

const provider = openProvider({ store: await openStore(DATA_FILE), notify: tellPlatform(client, settings) });
const app = openApp({ provider, settings, secret, appUrl: process.env.APP_URL });
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
provider.resume();
console.log(`Listening on http://localhost:${new URL(app.listeningOrigin).port}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await app.close();
    await provider.close();
  });
}

/** @param {string} name */
function required(name) {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is missing: "platform install --env .env" writes it.`);
  process.exit(1);
}
