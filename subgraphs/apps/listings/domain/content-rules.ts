import { isEmail } from '#kit/email.ts';
import type { UploadMistake } from '#kit/images/upload-rules.ts';
import { isLanguageTag } from '#kit/language.ts';
import { isName, isVisible } from '#kit/names.ts';
import { isStorable } from '#kit/text.ts';
import { isAppAddress } from '#manifest/addresses.ts';
import {
  MAX_ALT,
  MAX_CATEGORIES,
  MAX_GALLERY,
  MAX_LISTING_LANGUAGES,
  MAX_LISTING_TEXT,
  MAX_TAGLINE,
} from '#schema/limits.ts';
import type { ListingContent } from './content.ts';
import type { ListingMediaKind, ListingMediaStatus } from './media.ts';

/** Picture fields needed to validate a listing. */
export interface KnownPicture {
  readonly kind: ListingMediaKind;
  readonly status: ListingMediaStatus;
  /** Reason why it was rejected, as a sentence. */
  readonly problem: string | null;
  /** Announced alt text. */
  readonly alt?: string | null;
}

/** The app's pictures by id. */
export type KnownPictures = ReadonlyMap<number, KnownPicture>;

/** A field and the reason why it's refused, with a path like `gallery.0.alt`. */
export type Mistake = UploadMistake;

/** Returns a listing's errors; a draft without errors can be saved (docs/interface/listings.md#content). */
export const mistakesIn = (content: ListingContent, pictures: KnownPictures): readonly Mistake[] => [
  ...line('tagline', content.tagline),
  ...text('description', content.description),
  ...text('changelog', content.changelog),
  ...iconMistakes(content.icon, pictures),
  ...galleryMistakes(content.gallery, pictures),
  ...ADDRESSES.flatMap((field) => address(field, content[field])),
  ...unless(
    content.supportEmail === null || isEmail(content.supportEmail),
    'supportEmail',
    "This isn't a valid email address.",
  ),
  ...unless(
    content.categories.length <= MAX_CATEGORIES,
    'categories',
    `An app can be in at most ${MAX_CATEGORIES} categories.`,
  ),
  ...languageMistakes(content.languages),
];

const ADDRESSES = ['videoUrl', 'supportUrl', 'privacyUrl', 'termsUrl', 'demoUrl'] as const;

const unless = (right: boolean, field: string, message: string): readonly Mistake[] =>
  right ? [] : [{ field, message }];

const line = (field: string, value: string | null) =>
  unless(
    value === null || isName(value, MAX_TAGLINE),
    field,
    `The tagline must have 1 to ${MAX_TAGLINE} visible characters on one line.`,
  );

/** Markdown: lines and indentation matter, and everything else must be visible. */
function text(field: string, value: string | null): readonly Mistake[] {
  if (value === null) return [];
  const longest = MAX_LISTING_TEXT.toLocaleString('en-GB');
  return [
    ...unless(
      value.length <= MAX_LISTING_TEXT,
      field,
      `This has ${value.length.toLocaleString('en-GB')} characters, but at most ${longest} are allowed.`,
    ),
    ...unless(
      isStorable(value) && isVisible(value.replaceAll(/[\r\n\t]/g, ' ')),
      field,
      'This contains invisible characters. Remove them.',
    ),
  ];
}

const address = (field: string, value: string | null) =>
  unless(
    value === null || isAppAddress(value, { allowPrivate: false }),
    field,
    "This isn't an https address, like https://example.com/help.",
  );

const iconMistakes = (icon: number | null, pictures: KnownPictures) =>
  icon === null ? [] : pictureMistakes('icon', pictures.get(icon), 'icon');

function galleryMistakes(gallery: ListingContent['gallery'], pictures: KnownPictures): readonly Mistake[] {
  if (gallery.length > MAX_GALLERY)
    return [{ field: 'gallery', message: `A gallery can have at most ${MAX_GALLERY} pictures.` }];
  return gallery.flatMap(({ media, alt }, place) => [
    ...pictureMistakes(`gallery.${place}.media`, pictures.get(media), 'gallery'),
    ...unless(
      gallery.findIndex((one) => one.media === media) === place,
      `gallery.${place}.media`,
      'This picture is already in the gallery.',
    ),
    ...unless(
      isName(alt, MAX_ALT),
      `gallery.${place}.alt`,
      `Describe the picture for people who can't see it, in 1 to ${MAX_ALT} visible characters on one line.`,
    ),
  ]);
}

function pictureMistakes(
  field: string,
  picture: KnownPicture | undefined,
  kind: ListingMediaKind,
): readonly Mistake[] {
  if (!picture) return [{ field, message: 'The app has no such picture. Announce and upload it first.' }];
  if (picture.kind !== kind)
    return [{ field, message: `This picture was uploaded as ${picture.kind}. Upload it as ${kind}.` }];
  return picture.problem === null ? [] : [{ field, message: picture.problem }];
}

const languageMistakes = (languages: readonly string[]): readonly Mistake[] => [
  ...unless(
    languages.length <= MAX_LISTING_LANGUAGES,
    'languages',
    `A listing can have at most ${MAX_LISTING_LANGUAGES} languages.`,
  ),
  ...languages.flatMap((tag, place) =>
    unless(isLanguageTag(tag), `languages.${place}`, "This isn't a BCP 47 language tag, like de-CH."),
  ),
];
