import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { openWorld as OpenWorld } from './world.ts';

/**
 * Runs this folder's product with the demo world, for `bench/pages.ts`; a separate process, because
 * everything it imports must be from this folder.
 */
const here = pathToFileURL(resolve('bench/world.ts')).href;
const { openWorld } = (await import(here)) as { openWorld: typeof OpenWorld }; // the other checkout's module
const world = await openWorld();
const { port, pid } = await world.startServer();

process.once('disconnect', () => void world.close());
process.send?.({ port, pid, databasePid: world.databasePid });
