import { parseId } from '#kit/ids.ts';
import { isLanguageTag } from '#kit/language.ts';
import type { AppCategory, ListingContent } from './content.ts';

/** A submitted listing: null and undefined mean empty. */
export interface GivenListing {
  readonly tagline?: string | null;
  readonly description?: string | null;
  readonly icon?: string | null;
  readonly gallery?: readonly { readonly media: string; readonly alt?: string | null }[] | null;
  readonly videoUrl?: string | null;
  readonly categories?: readonly AppCategory[] | null;
  readonly languages?: readonly string[] | null;
  readonly supportEmail?: string | null;
  readonly supportUrl?: string | null;
  readonly privacyUrl?: string | null;
  readonly termsUrl?: string | null;
  readonly demoUrl?: string | null;
  readonly changelog?: string | null;
}

/** Stands in for invalid ids; matches no picture. */
const NO_PICTURE = 0;

/**
 * Normalizes a listing for storage: trims text fields and turns empty ones into null, removes duplicates, and
 * canonicalizes BCP 47 language tags.
 */
export function readContent(given: GivenListing): ListingContent {
  return {
    tagline: textOf(given.tagline),
    description: textOf(given.description),
    icon: given.icon == null ? null : (parseId(given.icon) ?? NO_PICTURE),
    gallery: (given.gallery ?? []).map(({ media, alt }) => ({
      media: parseId(media) ?? NO_PICTURE,
      alt: alt?.trim() ?? '',
    })),
    videoUrl: textOf(given.videoUrl),
    categories: [...new Set(given.categories ?? [])],
    languages: [...new Set((given.languages ?? []).map(canonical))],
    supportEmail: textOf(given.supportEmail),
    supportUrl: textOf(given.supportUrl),
    privacyUrl: textOf(given.privacyUrl),
    termsUrl: textOf(given.termsUrl),
    demoUrl: textOf(given.demoUrl),
    changelog: textOf(given.changelog),
  };
}

const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

const canonical = (tag: string): string =>
  isLanguageTag(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? tag) : tag;

/** A listing without any content. */
export const EMPTY_CONTENT: ListingContent = readContent({});
