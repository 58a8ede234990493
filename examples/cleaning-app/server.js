import { once } from 'node:events';
import { openApp } from './app.js';
import { readSettings } from './settings.js';

const settings = readSettings(process.env);
const app = await openApp(settings);
app.server.listen(settings.port);
await once(app.server, 'listening');
console.log(`Listening on ${settings.appUrl}/webhooks`);
await app.catchUp();

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close());
