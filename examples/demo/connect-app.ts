import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parse } from 'smol-toml';

/** An app of `examples/` and the slug it has in the demo world. */
export interface DemoApp {
  readonly folder: string;
  readonly slug: string;
}

interface Where {
  readonly origin: string;
  readonly pat: string;
  readonly team: string;
  /** The port it gets where that is free. */
  readonly wanted: number;
  readonly dataDir: string;
}

/** What was shown once and has to be kept. */
interface Secrets {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
  readonly webhookSecret: string;
  /** The manifest that is live. */
  readonly manifest: string;
}

/**
 * Pushes the app's manifest and installs it on the team over the management API, as its developer would; a later start finds
 * both. Returns where it runs and its environment.
 */
export async function connectApp({ folder, slug }: DemoApp, { origin, pat, team, wanted, dataDir }: Where) {
  const cwd = resolve('examples', folder);
  const port = await freePort(wanted);
  const appUrl = `http://localhost:${port}`;
  const toml = (await readFile(join(cwd, 'app.toml'), 'utf8')).replaceAll(/http:\/\/localhost:\d+/g, appUrl);
  const { name, type, distribution, ...manifest } = parse(toml);
  const file = join(dataDir, `demo-${slug}.json`);
  const kept = await readSecrets(file);
  const call = caller(origin, pat);
  const push = { name, type, distribution, slug, manifest, release: true };

  const known = kept !== null && (await call('GET', `apps/${slug}`)).status === 200;
  const secrets = known ? await renew(kept) : await connect();
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
  await chmod(file, 0o600);
  return {
    cwd,
    env: {
      PORT: String(port),
      APP_URL: appUrl,
      DATA_FILE: resolve(dataDir, `demo-${slug}-data.json`),
      PLATFORM_API_URL: origin,
      PLATFORM_PANEL_URL: origin,
      PLATFORM_CLIENT_ID: secrets.clientId,
      PLATFORM_CLIENT_SECRET: secrets.clientSecret,
      PLATFORM_RUNTIME_TOKEN: secrets.token,
      PLATFORM_WEBHOOK_SECRET: secrets.webhookSecret,
    },
  };

  async function connect(): Promise<Secrets> {
    const pushed = await must('POST', 'apps', push);
    await call('DELETE', `apps/${slug}/installs`, undefined, team); // of a run whose secrets are lost
    const installed = await must('POST', `apps/${slug}/installs`, { dev: false }, team);
    const clientSecret =
      pushed.client_secret ?? (await must('POST', `apps/${slug}/client-secret`)).client_secret ?? '';
    return {
      clientId: pushed.client_id ?? '',
      clientSecret,
      token: installed.token ?? '',
      webhookSecret: installed.webhook_secret ?? '',
      manifest: toml,
    };
  }

  /** The app got another port or its manifest was edited: a new version. */
  async function renew(before: Secrets): Promise<Secrets> {
    if (before.manifest === toml) return before;
    await must('POST', 'apps', push);
    return { ...before, manifest: toml };
  }

  async function must(method: string, path: string, body?: object, of?: string) {
    const { status, json } = await call(method, path, body, of);
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return json;
  }
}

const caller =
  (origin: string, pat: string) => async (method: string, path: string, body?: object, team?: string) => {
    const response = await fetch(`${origin}/api/dev/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${pat}`,
        'content-type': 'application/json',
        ...(team && { 'x-platform-team': team }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Readonly<Partial<Record<string, string>>>; // what is read of it is text
    return { status: response.status, json };
  };

async function readSecrets(file: string): Promise<Secrets | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The wanted port, or another one where someone has it. */
function freePort(wanted: number): Promise<number> {
  return new Promise((found) => {
    const probe = createServer();
    probe.once('error', () => found(freePort(0)));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => found(typeof address === 'object' && address ? address.port : wanted));
    });
  });
}
