import { once } from 'node:events';
import { openApp } from './app.js';
import { openFarstay } from './farstay.js';
import { openInbox } from './inbox.js';
import { openInstalls } from './installs.js';
import { openMailbox } from './mailbox.js';
import { openOauth } from './oauth.js';
import { openPlatform } from './platform.js';
import { openStore } from './store.js';

const {
  PORT = '3004',
  PLATFORM_API_URL = 'http://localhost:4000',
  DATA_FILE = 'data/inbox.json',
  // Other hosts' tokens come from the app store.
  PLATFORM_RUNTIME_TOKEN: token,
  PLATFORM_WEBHOOK_SECRET: secret,
  PLATFORM_CLIENT_ID: clientId = '',
  PLATFORM_CLIENT_SECRET: clientSecret = '',
} = process.env;
const {
  PLATFORM_PANEL_URL: panelUrl = PLATFORM_API_URL,
  APP_URL: appUrl = `http://localhost:${PORT}`,
  FARSTAY_URL = `http://127.0.0.1:${PORT}`,
} = process.env;

const store = await openStore(DATA_FILE);
const installs = openInstalls({ apiUrl: PLATFORM_API_URL, store });
if (token && secret) await installs.connect(token, secret);
const farstay = openFarstay({ url: FARSTAY_URL });
const inbox = openInbox({ store, platform: openPlatform(installs), farstay });
const mailbox = openMailbox({ store });
const oauth = openOauth({ installs, panelUrl, clientId, clientSecret });
const server = openApp({ inbox, mailbox, installs, oauth, appUrl });
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
