import { msg } from '@lingui/core/macro';
import { translated } from '../../i18n/translated.ts';
import type { AppCategory, EditedListingFragment, ListingInput } from './generated.ts';

/** A listing as typed; empty fields are empty strings. */
export interface ListingFields {
  readonly tagline: string;
  readonly description: string;
  readonly changelog: string;
  readonly icon: string | null;
  readonly gallery: readonly { readonly media: string; readonly alt: string }[];
  readonly categories: readonly AppCategory[];
  readonly languages: readonly string[];
  readonly supportEmail: string;
  readonly supportUrl: string;
  readonly privacyUrl: string;
  readonly termsUrl: string;
  readonly demoUrl: string;
  readonly videoUrl: string;
}

/** Props shared by the form's sections. */
export interface ListingPartProps {
  readonly fields: ListingFields;
  readonly set: (change: Partial<ListingFields>) => void;
  /** Why fields were refused, by path. */
  readonly wrong: Readonly<Record<string, string>>;
}

/** The page's sections, and the fields edited in each. */
export const SECTIONS = translated([
  { id: 'words', title: msg`Text`, fields: ['tagline', 'description', 'changelog'] },
  { id: 'pictures', title: msg`Pictures`, fields: ['icon', 'gallery'] },
  { id: 'finding', title: msg`Discovery`, fields: ['categories', 'languages'] },
  {
    id: 'links',
    title: msg`Support and links`,
    fields: ['supportEmail', 'supportUrl', 'privacyUrl', 'termsUrl', 'demoUrl', 'videoUrl'],
  },
]);

/** Returns a listing's draft as form fields. */
export const fieldsOf = ({ draft }: EditedListingFragment): ListingFields => ({
  tagline: draft.tagline ?? '',
  description: draft.description ?? '',
  changelog: draft.changelog ?? '',
  icon: draft.icon?.id ?? null,
  gallery: draft.gallery.map(({ media, alt }) => ({ media: media.id, alt })),
  categories: draft.categories,
  languages: draft.languages,
  supportEmail: draft.supportEmail ?? '',
  supportUrl: draft.supportUrl ?? '',
  privacyUrl: draft.privacyUrl ?? '',
  termsUrl: draft.termsUrl ?? '',
  demoUrl: draft.demoUrl ?? '',
  videoUrl: draft.videoUrl ?? '',
});

/** Converts the form to the API's input, always with all fields. */
export const inputOf = (fields: ListingFields): ListingInput => ({
  ...fields,
  gallery: [...fields.gallery],
  categories: [...fields.categories],
  languages: [...fields.languages],
});

/** Returns the platform's sentence about what is missing in a section with these fields; null if nothing is. */
export const lackOf = ({ missing }: EditedListingFragment, fields: readonly string[]): string | null =>
  missing.find(({ field }) => fields.includes(field))?.message ?? null;
