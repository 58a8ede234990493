import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyUnitTypes } from '../test/support/copied-unit-types.ts';
import type { openWorld as OpenWorld } from './world.ts';

/**
 * The product of the folder this process runs in, with a storefront of more than 20 unit types: for `bench/search-since.ts`, in
 * a process of its own because everything it starts is of that folder.
 */
const here = pathToFileURL(resolve('bench/world.ts')).href;
const { openWorld } = (await import(here)) as { openWorld: typeof OpenWorld }; // the other checkout's own
const world = await openWorld();
const { port, pid } = await world.startServer();

await copyUnitTypes(world.database, 3);

process.once('disconnect', () => void world.close());
process.send?.({ port, pid });
