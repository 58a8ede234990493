import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyUnitTypes } from '../test/support/copied-unit-types.ts';
import type { openWorld as OpenWorld } from './world.ts';

/**
 * Runs this folder's product with a storefront that has more than 20 unit types, for `bench/search-since.ts`;
 * a separate process, because everything it imports must be from this folder.
 */
const here = pathToFileURL(resolve('bench/world.ts')).href;
const { openWorld } = (await import(here)) as { openWorld: typeof OpenWorld }; // the other checkout's module
const world = await openWorld();
const { port, pid } = await world.startServer();

await copyUnitTypes(world.database, 3);

process.once('disconnect', () => void world.close());
process.send?.({ port, pid });
