import { once } from 'node:events';
import { createClient } from '@platform/app-sdk';
import { openApp } from './app.js';
import { openChannel } from './channel.js';
import { API_VERSION } from './documents.js';
import { openPlatform } from './platform.js';
import { openStore } from './store.js';

const {
  PORT = '3002',
  PLATFORM_API_URL = 'http://localhost:4000',
  DATA_FILE = 'data/channel.json',
} = process.env;
const secret = required('PLATFORM_WEBHOOK_SECRET');
const token = required('PLATFORM_RUNTIME_TOKEN');

const store = await openStore(DATA_FILE);
const platform = openPlatform(createClient({ apiUrl: PLATFORM_API_URL, token, version: API_VERSION }));
const channel = openChannel({ store, platform });
const server = openApp({ channel, secret });
server.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
channel.resume();
console.log(`Listening on http://localhost:${PORT}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.close();
    server.closeAllConnections(); // a deaf channel never responds
    await channel.close();
  });
}

/** @param {string} name */
function required(name) {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is missing: "platform install --env .env" writes it.`);
  process.exit(1);
}
