import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { DemoApp } from './connect-app.ts';
import type { Host } from './host.ts';
import { managementApi } from './management.ts';
import { publishListing } from './publish-listing.ts';

interface Listed {
  readonly origin: string;
  readonly pat: string;
  /** Approves the developer's submissions. */
  readonly operator: Host;
}

/**
 * Publishes an app to the app store without starting its server; a later start changes nothing. Without a redirect URL, a host who
 * installs it stays in the panel, where the app's page lists its missing settings.
 */
export async function listApp({ folder, slug }: DemoApp, { origin, pat, operator }: Listed): Promise<void> {
  const cwd = resolve('examples', folder);
  const {
    name,
    type,
    distribution: _ofTemplate,
    oauth: _ofServer,
    ...manifest
  } = parse(await readFile(join(cwd, 'app.toml'), 'utf8'));
  const api = managementApi(origin, pat);
  const app = { name, type, distribution: 'public', slug, manifest, release: true, if_changed: true };
  const { version, status } = await api.must<{ version: number; status: string }>('POST', 'apps', app);
  if (status !== 'approved') {
    const approve = 'mutation ($id: ID!) { done: appVersionApprove(id: $id) { userErrors { message } } }';
    await operator.ask(null, approve, { id: `${slug}@${version}` });
  }
  await publishListing(api, operator, { slug, folder: cwd });
}
