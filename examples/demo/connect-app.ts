import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { Host } from './host.ts';
import { managementApi } from './management.ts';
import { publishListing } from './publish-listing.ts';

/** An app from `examples/` with its slug in the demo world. */
export interface DemoApp {
  readonly folder: string;
  readonly slug: string;
}

interface Where {
  readonly origin: string;
  readonly pat: string;
  /** Approves the developer's submissions. */
  readonly operator: Host;
  readonly team: string;
  /** Preferred port, used if it's free. */
  readonly wanted: number;
  readonly dataDir: string;
}

/** Values that are shown only once and must be stored. */
interface Secrets {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
  readonly webhookSecret: string;
  /** The live manifest. */
  readonly manifest: string;
}

interface Pushed {
  readonly version: number;
  readonly client_id: string;
  /** Present only in the response that creates the app. */
  readonly client_secret?: string;
}

interface Installed {
  readonly token: string;
  readonly webhook_secret: string;
}

/**
 * Publishes the app with its listing and installs it on the team over the management API, as its developer
 * would; a later start finds both. Returns the app's folder and its environment.
 */
export async function connectApp(
  { folder, slug }: DemoApp,
  { origin, pat, operator, team, wanted, dataDir }: Where,
) {
  const cwd = resolve('examples', folder);
  const port = await freePort(wanted);
  const appUrl = `http://localhost:${port}`;
  const toml = (await readFile(join(cwd, 'app.toml'), 'utf8')).replaceAll(/http:\/\/localhost:\d+/g, appUrl);
  const { name, type, distribution: _ofTemplate, ...manifest } = parse(toml);
  const file = join(dataDir, `demo-${slug}.json`);
  const kept = await readSecrets(file);
  const api = managementApi(origin, pat);
  const { status, json: made } = await api.call<{ distribution?: string }>('GET', `apps/${slug}`);
  // A demo world from an earlier release has private apps, which stay private.
  const isPublic = status !== 200 || made.distribution === 'public';

  const secrets = kept !== null && status === 200 ? await renew(kept) : await connect();
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
  await chmod(file, 0o600);
  if (isPublic) await publishListing(api, operator, { slug, folder: cwd });
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
    const pushed = await push();
    await api.call('DELETE', `apps/${slug}/installs`, undefined, team); // left over from a run whose secrets were lost
    const installed = await api.must<Installed>('POST', `apps/${slug}/installs`, { dev: false }, team);
    const clientSecret =
      pushed.client_secret ??
      (await api.must<{ client_secret: string }>('POST', `apps/${slug}/client-secret`)).client_secret;
    return {
      clientId: pushed.client_id,
      clientSecret,
      token: installed.token,
      webhookSecret: installed.webhook_secret,
      manifest: toml,
    };
  }

  /** Pushes a new version if the app's port or its manifest has changed. */
  async function renew(before: Secrets): Promise<Secrets> {
    if (before.manifest === toml) return before;
    await push();
    return { ...before, manifest: toml };
  }

  /** Pushes a version; a public app's version goes live once the operator has approved it. */
  async function push(): Promise<Pushed> {
    const distribution = isPublic ? 'public' : 'private';
    const version = { name, type, distribution, slug, manifest, release: true };
    const pushed = await api.must<Pushed>('POST', 'apps', version);
    if (!isPublic) return pushed;
    const approve = 'mutation ($id: ID!) { done: appVersionApprove(id: $id) { userErrors { message } } }';
    await operator.ask(null, approve, { id: `${slug}@${pushed.version}` });
    return pushed;
  }
}

async function readSecrets(file: string): Promise<Secrets | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the preferred port, or another port if it's in use. */
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
