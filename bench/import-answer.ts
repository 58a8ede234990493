import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openParseThread, parseFile } from '../subgraphs/catalog/transfer/parse-thread.ts';
import { MAX_FILE_BYTES } from '../subgraphs/catalog/transfer/wanted.ts';

/**
 * Measures how long an import's response blocks the event loop: `node bench/import-answer.ts`. Writes the
 * largest valid file (unit types with a range for each night), has the thread parse it five times and prints
 * each parse's longest block.
 */
const UNIT_TYPES = 390;
const dateOf = (day: number) => new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10);

function fileOf(nightsPerUnitType: number): string {
  const nights = Array.from({ length: nightsPerUnitType }, (_, day) => ({
    from: dateOf(day),
    until: dateOf(day),
    rate: 10_000 + day,
    minStay: 1 + (day % 7),
  }));
  const properties = Array.from({ length: UNIT_TYPES }, (_, at) => ({
    externalId: `house-${at}`,
    name: `House ${at}`,
    currency: 'EUR',
    timeZone: 'Europe/Zurich',
    unitTypes: [{ externalId: 'room', name: 'Room', units: 2, baseRate: 12_000, maxGuests: 2, nights }],
  }));
  return JSON.stringify({ format: 'platform_catalog', version: 1, properties });
}

const NIGHTS = 720;
const text = fileOf(NIGHTS);
if (text.length > MAX_FILE_BYTES) throw new Error('The file is too large.');
const thread = openParseThread();
const file = Buffer.from(text);
const blocks: number[] = [];
for (let run = 0; run < 5; run++) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(50);
  await parseFile(thread, { kind: 'platform_json', file }, 1);
  await sleep(50); // starts the next measurement after the block
  delay.disable();
  blocks.push(Math.round(delay.max / 1e6));
}
process.stdout.write(`${(text.length / 1e6).toFixed(1)} MB of JSON: blocks of ${blocks.join(', ')} ms\n`);
