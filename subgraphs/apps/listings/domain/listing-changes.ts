import { RISKS, type Risk, type VersionChange } from '../../authoring/domain/version-changes.ts';
import type { ListingContent } from './content.ts';

/**
 * How a draft differs from what is published, the riskiest first; where nothing is, all of it is new. High is where hosts are led:
 * a page of someone else behind a familiar name. Pictures are named by their ids: a reviewer looks at them.
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
