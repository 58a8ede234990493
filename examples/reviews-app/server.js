import { once } from 'node:events';
import { openApp } from './app.js';
import { readSettings } from './settings.js';

const settings = readSettings(process.env);
if (!settings.clientId || !settings.clientSecret) {
  console.error(
    'PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET are missing: "platform push --env .env" writes them.',
  );
  process.exit(1);
}
const server = await openApp(settings);
server.listen(settings.port, '127.0.0.1');
await once(server, 'listening');
console.log(`Listening on ${settings.appUrl}`);

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
