import type { IslandContext } from '#db/context.ts';
import type { AddressPolicy } from '../domain/addresses.ts';
import { type Issue, readManifest } from '../domain/manifest.ts';
import { developerId } from '../viewers.ts';

/** Which addresses a manifest may name here. */
export const policyOf = ({ config }: Pick<IslandContext, 'config'>): AddressPolicy => ({
  allowPrivate: config.webhookAllowPrivate,
});

/** Everything that is wrong with a manifest; changes nothing (interface.md "Management API", POST apps/validate). */
export function validateManifest(ctx: IslandContext, manifest: unknown): readonly Issue[] {
  developerId(ctx);
  return readManifest(manifest, policyOf(ctx)).issues;
}
