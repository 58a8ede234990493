import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { Pool } from 'undici';
import { type ServerProcess, startServerProcess } from '../test/support/server-process.ts';
import { drive, percentile } from './agent.ts';
import { QUERY } from './federation-peers/shop.ts';
import { finelyCpuMsOf, printTable, untilWarm } from './support.ts';

/**
 * Compares gateways over four subgraphs in another process, with the query of graphql-hive's gateway benchmark:
 * our engine, Apollo Gateway, Hive Gateway with its JavaScript and its Rust planner. Counts each gateway's requests to the subgraphs and measures its process's CPU. The second table has bursts of equal
 * requests, with equal requests in flight shared where the gateway can share them.
 *
 * `npx node bench/federation.ts`, with any of `--effort 2` (multiplies the requests), `--sides product,hive-rust`
 * and `--peers folder` (a folder with the peers' packages; otherwise they're installed in a temporary folder).
 */
const { values: options } = parseArgs({
  options: {
    effort: { type: 'string', default: '1' },
    sides: { type: 'string', default: 'product,hive-rust,hive-js,apollo' },
    peers: { type: 'string' },
  },
});
const BODY = JSON.stringify({ query: QUERY });
const EFFORT = Number(options.effort);
const CLIENTS = 4;
const BURST = 10;
/** The sides take turns in each round; the first is a warm-up. */
const ROUNDS = 5;
const REQUESTS = Math.ceil(400 * EFFORT);
/** The ratios' unit. */
const UNIT = 'hive-rust';
/** The last shares whole requests of its callers, in addition to its requests to subgraphs. */
const SHARING = ['product', 'hive-rust', 'hive-js', 'hive-rust-whole'];
/** Their lock file would be larger than everything else here, so the benchmark installs them itself. */
const PACKAGES = [
  '@graphql-hive/gateway-runtime@2.12.1',
  '@graphql-hive/router-runtime@1.4.23',
  '@graphql-mesh/transport-http@1.2.1',
  'graphql@16.15.0',
];

const peers = options.peers ?? installPeers();
const subgraphs = await startServerProcess({}, 'bench/federation-peers/subgraphs.ts');
const names = options.sides.split(',');
const running = new Set<ServerProcess>([subgraphs]);
// Prevents a failed benchmark from leaving servers running.
process.once('exit', () => running.forEach(({ stop }) => void stop('SIGKILL')));
try {
  await compareSides('One request at a time from each of 4 clients', names, '0', (send) =>
    drive(CLIENTS, REQUESTS, send),
  );
  const sharing = SHARING.filter((name) => names.some((chosen) => name.startsWith(chosen)));
  await compareSides(`Bursts of ${BURST} equal requests, shared in flight`, sharing, '1', async (send) => {
    for (let sent = 0; sent < REQUESTS; sent += BURST) await drive(BURST, BURST, send);
  });
} finally {
  await subgraphs.stop();
  if (!options.peers) rmSync(peers, { recursive: true, force: true });
}

function installPeers(): string {
  const folder = mkdtempSync(join(tmpdir(), 'federation-peers-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES], {
    cwd: folder,
    stdio: 'ignore',
  });
  return folder;
}

interface Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly pool: Pool;
  readonly rounds: Cost[];
}

/** Per request: the gateway's and the subgraphs' CPU in milliseconds, and requests to subgraphs. */
interface Cost {
  readonly gateway: number;
  readonly subgraphs: number;
  readonly calls: number;
}

type Send = () => Promise<void>;

/** Measures every side in turn, and prints the medians of the rounds. */
async function compareSides(
  title: string,
  names: readonly string[],
  SHARES: string,
  work: (send: Send) => Promise<unknown>,
): Promise<void> {
  const sides: Side[] = [];
  for (const name of names) {
    const settings = { PEER: name, PEERS: peers, SUBGRAPHS: subgraphs.address, SHARES };
    const server = await startServerProcess(settings, 'bench/federation-peers/gateway.ts');
    running.add(server);
    sides.push({ name, server, pool: new Pool(server.address, { connections: BURST }), rounds: [] });
  }
  await expectSameAnswers(sides);
  await Promise.all(sides.map(({ server }) => untilWarm(server)));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const side of sides) {
      const cost = await costOf(side, work);
      if (round > 0) side.rounds.push(cost);
    }
  }
  const medians = new Map(sides.map((side) => [side.name, medianOf(side.rounds)]));
  const unit = medians.get(UNIT) ?? { gateway: 1, subgraphs: 1, calls: 1 };
  printTable(
    title,
    ['', 'subgraph requests', 'gateway us', `to ${UNIT}`, 'with subgraphs us', `to ${UNIT}`],
    [...medians].map(([name, { gateway, subgraphs: theirs, calls }]) => [
      name,
      calls.toFixed(1),
      (gateway * 1000).toFixed(0),
      `${(gateway / unit.gateway).toFixed(2)}x`,
      ((gateway + theirs) * 1000).toFixed(0),
      `${((gateway + theirs) / (unit.gateway + unit.subgraphs)).toFixed(2)}x`,
    ]),
  );
  for (const { server, pool } of sides) {
    await pool.close();
    await server.stop();
  }
}

async function costOf({ server, pool }: Side, work: (send: Send) => Promise<unknown>): Promise<Cost> {
  let count = 0;
  const before = await figures(server);
  await work(async () => {
    count += 1;
    await ask(pool);
  });
  const after = await figures(server);
  return {
    gateway: (after.gateway - before.gateway) / count,
    subgraphs: (after.subgraphs - before.subgraphs) / count,
    calls: (after.calls - before.calls) / count,
  };
}

async function figures({ pid }: ServerProcess): Promise<Cost> {
  return {
    gateway: await finelyCpuMsOf([pid]),
    subgraphs: await finelyCpuMsOf([subgraphs.pid]),
    calls: Number(await (await fetch(`${subgraphs.address}/calls`)).text()),
  };
}

function medianOf(costs: readonly Cost[]): Cost {
  const median = (values: readonly number[]) =>
    percentile(
      values.toSorted((a, b) => a - b),
      0.5,
    );
  return {
    gateway: median(costs.map(({ gateway }) => gateway)),
    subgraphs: median(costs.map((cost) => cost.subgraphs)),
    calls: median(costs.map(({ calls }) => calls)),
  };
}

async function ask(pool: Pool): Promise<string> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: BODY,
  });
  const text = await body.text();
  if (statusCode !== 200 || text.includes('"errors"')) throw new Error(`${statusCode} ${text.slice(0, 500)}`);
  return text;
}

async function expectSameAnswers(sides: readonly Side[]): Promise<void> {
  let expected: unknown;
  for (const { name, pool } of sides) {
    const answer: unknown = JSON.parse(await ask(pool));
    expected ??= answer;
    if (!isDeepStrictEqual(answer, expected)) throw new Error(`${name} returns another response.`);
  }
}
