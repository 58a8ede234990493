import type { SubgraphContext } from '#db/context.ts';
import { OWN_PAGE } from '#manifest/across-keys.ts';
import type { AddressPolicy } from '#manifest/addresses.ts';
import { type Issue, type ManifestReading, readManifest } from '#manifest/manifest.ts';
import { developerId } from '../../access.ts';
import { isOnStorefront, ownOrigins } from '../../operations/own-addresses.ts';

/** Reads a manifest under the rules of this installation: also which addresses it may name here. */
export async function readPushed(ctx: SubgraphContext, given: unknown): Promise<ManifestReading> {
  const policy: AddressPolicy = {
    allowPrivate: ctx.config.webhookAllowPrivate,
    ownOrigins: ownOrigins(ctx),
  };
  const reading = readManifest(given, policy);
  const page = reading.manifest?.appPageUrl;
  if (page == null || !(await isOnStorefront(ctx, page))) return reading;
  return { manifest: null, issues: [{ path: 'app_page.url', code: 'invalid_url', message: OWN_PAGE }] };
}

/** Everything that is wrong with a manifest; changes nothing (docs/interface/management.md#endpoints). */
export async function validateManifest(ctx: SubgraphContext, manifest: unknown): Promise<readonly Issue[]> {
  developerId(ctx);
  return (await readPushed(ctx, manifest)).issues;
}
