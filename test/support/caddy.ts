import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Agent as Dispatcher } from 'undici';
import { freePort, readLines } from './process.ts';
import { programAt } from './programs.ts';

/** Path to this machine's Caddy; null if there is none. */
export const CADDY_PATH = programAt(process.env.TEST_CADDY, [
  '/usr/bin/caddy',
  '/usr/local/bin/caddy',
  '/opt/homebrew/bin/caddy',
]);

/** Proxies to the gateways in the file: each checks separately which are ready. */
const PROXIES = 3;

const MOST_REMARKS = 120;

/** Caddy with `deploy/Caddyfile` and its own certificate authority. */
export interface Caddy {
  readonly httpsPort: number;
  /** Resolves every name to Caddy, and trusts only its certificates. */
  readonly dispatcher: Dispatcher;
  /** Counts how often a gateway (`HOST:PORT`) became ready. */
  readonly foundReady: (gateway: string) => number;
  /** Its latest messages about gateways and failed requests. */
  readonly remarks: () => string;
  readonly close: () => Promise<void>;
}

export interface CaddyOptions {
  readonly httpsPort: number;
  /** Each gateway's `HOST:PORT`. */
  readonly gateways: readonly string[];
  readonly platformHosts: readonly string[];
}

/** Starts Caddy in front of these gateways and waits until it has its certificates. */
export async function startCaddy({ httpsPort, gateways, platformHosts }: CaddyOptions): Promise<Caddy> {
  if (CADDY_PATH === null)
    throw new Error('There is no Caddy: install caddy, or set TEST_CADDY to where it is.');
  const folder = await mkdtemp(join(tmpdir(), 'platform-caddy-'));
  const child = spawn(
    CADDY_PATH,
    ['run', '--config', resolve('deploy/Caddyfile'), '--adapter', 'caddyfile'],
    {
      cwd: folder,
      env: {
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        ACME_EMAIL: 'ops@example.com',
        CADDY_OPTIONS: `local_certs\nskip_install_trust\nhttps_port ${httpsPort}\nhttp_port ${await freePort()}`,
        GATEWAYS: gateways.join(' '),
        PLATFORM_HOSTS: platformHosts.join(' '),
        ASK_PORT: String(await freePort()),
        HEALTH_INTERVAL: '200ms',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = readLines(child);
  await output.line(/serving initial configuration/);
  for (const host of platformHosts) await output.line(new RegExp(`certificate obtained.*${host}`));
  const ca = await readFile(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8');
  const dispatcher = new Dispatcher({
    connect: { ca, lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
  });
  return {
    httpsPort,
    dispatcher,
    foundReady: (gateway) =>
      output.lines.filter((line) => line.includes('host is up') && line.includes(gateway)).length / PROXIES,
    remarks: () =>
      output.lines
        .filter((line) => /reverse_proxy|"level":"error"/.test(line))
        .slice(-MOST_REMARKS)
        .join('\n'),
    async close() {
      await dispatcher.destroy();
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
