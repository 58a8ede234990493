import type { SubgraphContext } from '#db/context.ts';
import { OWN_PAGE } from '#manifest/across-keys.ts';
import type { AddressPolicy } from '#manifest/addresses.ts';
import { ownOrigin } from '#manifest/injections.ts';
import { type Issue, type ManifestReading, readManifest } from '#manifest/manifest.ts';
import { developerId } from '../../access.ts';
import { isOnStorefront, ownOrigins } from '../operations/own-addresses.ts';

/** Parses a manifest under this installation's rules, which include the addresses it can name. */
export async function readPushed(ctx: SubgraphContext, given: unknown): Promise<ManifestReading> {
  const policy: AddressPolicy = {
    allowPrivate: ctx.config.webhookAllowPrivate,
    ownOrigins: ownOrigins(ctx),
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

/** Returns every issue in a manifest; changes nothing (docs/interface/management.md#endpoints). */
export async function validateManifest(ctx: SubgraphContext, manifest: unknown): Promise<readonly Issue[]> {
  developerId(ctx);
  return (await readPushed(ctx, manifest)).issues;
}
