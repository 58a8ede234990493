import { once } from 'node:events';
import { openApp } from './app.js';
import { openChannel } from './channel.js';
import { openInstalls } from './installs.js';
import { openOauth } from './oauth.js';
import { openPlatform } from './platform.js';
import { openStore } from './store.js';

const {
  PORT = '3002',
  PLATFORM_API_URL = 'http://localhost:4000',
  DATA_FILE = 'data/channel.json',
  // Other hosts' tokens come from the app store.
  PLATFORM_RUNTIME_TOKEN: token,
  PLATFORM_WEBHOOK_SECRET: secret,
  PLATFORM_CLIENT_ID: clientId = '',
  PLATFORM_CLIENT_SECRET: clientSecret = '',
} = process.env;
const { PLATFORM_PANEL_URL: panelUrl = PLATFORM_API_URL, APP_URL: appUrl = `http://localhost:${PORT}` } =
  process.env;

const store = await openStore(DATA_FILE);
const installs = openInstalls({ apiUrl: PLATFORM_API_URL, store });
if (token && secret) await installs.connect(token, secret);
const channel = openChannel({ store, platform: openPlatform(installs) });
const oauth = openOauth({ installs, panelUrl, clientId, clientSecret });
const server = openApp({ channel, installs, oauth, appUrl });
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
