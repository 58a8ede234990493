import { once } from 'node:events';
import { createClient } from '@platform/app-sdk';
import { openApp } from './app.js';
import { API_VERSION } from './documents.js';
import { openFarstay } from './farstay.js';
import { openInbox } from './inbox.js';
import { openMailbox } from './mailbox.js';
import { openPlatform } from './platform.js';
import { openStore } from './store.js';

const {
  PORT = '3004',
  PLATFORM_API_URL = 'http://localhost:4000',
  DATA_FILE = 'data/inbox.json',
} = process.env;
const { FARSTAY_URL = `http://127.0.0.1:${PORT}` } = process.env;
const secret = required('PLATFORM_WEBHOOK_SECRET');
const token = required('PLATFORM_RUNTIME_TOKEN');

const store = await openStore(DATA_FILE);
const platform = openPlatform(createClient({ apiUrl: PLATFORM_API_URL, token, version: API_VERSION }));
const inbox = openInbox({ store, platform, farstay: openFarstay({ url: FARSTAY_URL }) });
const mailbox = openMailbox({ store });
const server = openApp({ inbox, mailbox, secret });
server.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
await inbox.start();
console.log(`Listening on http://localhost:${PORT}`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.close();
    server.closeAllConnections(); // a deaf Farstay never responds
    await inbox.close();
    await mailbox.stop();
  });
}

/** @param {string} name */
function required(name) {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is missing: "platform install --env .env" writes it.`);
  process.exit(1);
}
