import Fastify from 'fastify';
import { ormRoutes } from './orm.ts';
import { rawRoutes } from './raw.ts';

/** Serves both peers for `bench/acp.ts` in a separate process. */
const databaseUrl = process.env.DATABASE_URL ?? '';
const app = Fastify();
rawRoutes(app, databaseUrl);
await ormRoutes(app, databaseUrl);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready http://localhost:${new URL(address).port}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
