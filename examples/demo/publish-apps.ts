import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { type Api, managementApi } from './management.ts';
import { submitListing } from './publish-listing.ts';

// `npm run publish-apps`: publishes the platform's own apps to its app store, over the management API like any developer
// (docs/guides/take-card-payments.md#publish-the-app). Repeating it changes nothing.

/** An app from `examples/`, with the addresses in its files that stand for its server. */
interface FirstPartyApp {
  readonly folder: string;
  readonly slug: string;
  readonly addresses: readonly string[];
  /** Host that stands for the app's own in its listing. */
  readonly host: string;
}

const APPS: readonly FirstPartyApp[] = [
  {
    folder: 'stripe-app',
    slug: 'stripe',
    addresses: ['http://localhost:3005', 'https://stripe.example.com'],
    host: 'stripe-app.example.com',
  },
];

interface Pushed {
  readonly version: number;
  readonly live_version: number | null;
  readonly client_id: string;
  /** Present only in the response that creates the app. */
  readonly client_secret?: string;
}

const { PLATFORM_API_URL, PLATFORM_TOKEN, APP_URL } = process.env;
const missing = Object.entries({ PLATFORM_API_URL, PLATFORM_TOKEN, APP_URL }).filter(([, value]) => !value);

if (!PLATFORM_API_URL || !PLATFORM_TOKEN || !APP_URL) {
  console.error(
    `Set ${missing.map(([name]) => name).join(', ')}. APP_URL is the app server's public address.`,
  );
  process.exitCode = 2;
} else if (!isHttpsOrigin(APP_URL)) {
  console.error(
    "APP_URL must be an https origin, such as https://stripe.example.com: hosts' browsers return there after an install.",
  );
  process.exitCode = 2;
} else {
  const api = managementApi(new URL(PLATFORM_API_URL).origin, PLATFORM_TOKEN);
  try {
    for (const app of APPS) await publish(api, app, new URL(APP_URL));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function isHttpsOrigin(text: string): boolean {
  const { protocol, pathname } = URL.parse(text) ?? {};
  return protocol === 'https:' && pathname === '/';
}

async function publish(
  api: Api,
  { folder, slug, addresses, host }: FirstPartyApp,
  appUrl: URL,
): Promise<void> {
  const cwd = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  const adapt = (toml: string) =>
    addresses
      .reduce((text, address) => text.replaceAll(address, appUrl.origin), toml)
      .replaceAll(host, appUrl.hostname);
  const {
    name,
    type,
    distribution: _private,
    ...manifest
  } = parse(adapt(await readFile(`${cwd}/app.toml`, 'utf8')));
  const version = { name, type, distribution: 'public', slug, manifest, release: true, if_changed: true };
  const pushed = await api.must<Pushed>('POST', 'apps', version);
  const draft = await submitListing(api, { slug, folder: cwd }, adapt);
  const isLive = pushed.live_version === pushed.version;
  const isListed = draft === null;
  console.log(
    `${slug}: version ${pushed.version} is ${isLive ? 'live' : 'in review'}, its listing is ${isListed ? 'published' : 'in review'}.`,
  );
  if (!isLive || !isListed) {
    throw new Error("PLATFORM_TOKEN isn't an operator's, so an operator has to approve this in the panel.");
  }
  if (pushed.client_secret === undefined) return;
  console.log(`Start the app's server with these values. The secret is shown only now.
PLATFORM_CLIENT_ID=${pushed.client_id}
PLATFORM_CLIENT_SECRET=${pushed.client_secret}`);
}
