import { RISKS, type Risk, type VersionChange } from '../../authoring/domain/version-changes.ts';
import type { ListingContent } from './content.ts';

/**
 * Returns a draft's differences from the published listing, riskiest first; everything is new before the
 * first publication. Links shown to hosts are high risk, since a familiar name can hide someone else's page.
 * Identifies pictures by id, since reviewers look at them.
 */
export function listingChanges(
  published: ListingContent | null,
  draft: ListingContent,
): readonly VersionChange[] {
  const changes = FIELDS.flatMap(([field, risk, of]) => {
    const [before, after] = [published && of(published), of(draft)];
    return before === after ? [] : [{ field, risk, before, after }];
  });
  return RISKS.flatMap((risk) => changes.filter((change) => change.risk === risk));
}

const list = (entries: readonly string[]): string | null => (entries.length ? entries.join(', ') : null);

const FIELDS: readonly (readonly [string, Risk, (content: ListingContent) => string | null])[] = [
  ['privacyUrl', 'high', ({ privacyUrl }) => privacyUrl],
  ['termsUrl', 'high', ({ termsUrl }) => termsUrl],
  ['supportEmail', 'high', ({ supportEmail }) => supportEmail],
  ['supportUrl', 'high', ({ supportUrl }) => supportUrl],
  ['demoUrl', 'high', ({ demoUrl }) => demoUrl],
  ['videoUrl', 'high', ({ videoUrl }) => videoUrl],
  ['tagline', 'medium', ({ tagline }) => tagline],
  ['description', 'medium', ({ description }) => description],
  ['icon', 'medium', ({ icon }) => (icon === null ? null : `picture ${icon}`)],
  ['gallery', 'medium', ({ gallery }) => list(gallery.map(({ media, alt }) => `picture ${media}: ${alt}`))],
  ['categories', 'medium', ({ categories }) => list(categories)],
  ['changelog', 'medium', ({ changelog }) => changelog],
  ['languages', 'low', ({ languages }) => list(languages)],
];
