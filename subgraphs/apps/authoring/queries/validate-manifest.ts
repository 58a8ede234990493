import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { OWN_PAGE } from '#manifest/across-keys.ts';
import { ownOrigin } from '#manifest/injections.ts';
import { type Issue, type ManifestReading, readManifest } from '#manifest/manifest.ts';
import type { ManifestPolicy } from '#manifest/policy.ts';
import { DEFAULT_API_VERSION, FIRST_API_VERSION } from '#schema/views.ts';
import { developerId } from '../../access.ts';
import { isOnStorefront, ownOrigins } from '../operations/own-addresses.ts';
import { appBySlug } from '../store/app-by-slug.ts';
import type { App } from '../store/entities.ts';
import { readDocuments } from './check-documents.ts';

/**
 * Parses a manifest under this installation's rules, which include the addresses it can name. An app keeps the
 * default API version from its first push; null means a new app.
 */
export async function readPushed(
  ctx: SubgraphContext,
  given: unknown,
  app: Pick<App, 'defaultApiVersion'> | null,
): Promise<ManifestReading> {
  const policy: ManifestPolicy = {
    allowPrivate: ctx.config.webhookAllowPrivate,
    ownOrigins: ownOrigins(ctx),
    defaultApiVersion: app ? (app.defaultApiVersion ?? FIRST_API_VERSION) : DEFAULT_API_VERSION,
  };
  const reading = readManifest(given, policy);
  if (!reading.manifest) return reading;
  const { appPageUrl, declaredInjections = [] } = reading.manifest;
  const named: readonly Named[] = [
    { path: 'app_page.url', url: appPageUrl, code: 'invalid_url', message: OWN_PAGE },
    ...declaredInjections.map(({ url }, index): Named => {
      const path = `injections[${index}].url`;
      return { path, url, code: 'ORIGIN_IS_OURS', message: ownOrigin(path) };
    }),
  ];
  const issues: Issue[] = [];
  for (const { url, ...issue } of named)
    if (url !== null && (await isOnStorefront(ctx, url))) issues.push(issue);
  return issues.length === 0 ? reading : { manifest: null, issues };
}

/** An address in a manifest, with the issue to report if it belongs to a storefront. */
type Named = Issue & { readonly url: string | null };

/** Returns a manifest's slug; empty if it has none. */
export function slugOf(given: unknown): string {
  const slug = typeof given === 'object' && given !== null && 'slug' in given ? given.slug : null;
  return typeof slug === 'string' ? slug : '';
}

/** Returns every issue in a manifest and its documents; changes nothing (docs/interface/management.md#endpoints). */
export async function findIssues(
  ctx: SubgraphContext,
  manifest: unknown,
  documents: unknown,
): Promise<readonly Issue[]> {
  const app = await appBySlug(reader(ctx), { slug: slugOf(manifest), accountId: developerId(ctx) });
  const reading = await readPushed(ctx, manifest, app);
  return [...reading.issues, ...(await readDocuments(ctx, documents, reading.manifest)).issues];
}
