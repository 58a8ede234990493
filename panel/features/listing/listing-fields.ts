import type { AppCategory, EditedListingFragment, ListingInput } from './generated.ts';

/** A listing as it is typed: what is empty is an empty text. */
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

/** What the sections of the form share. */
export interface ListingPartProps {
  readonly fields: ListingFields;
  readonly set: (change: Partial<ListingFields>) => void;
  /** Why fields were refused, by their paths. */
  readonly wrong: Readonly<Record<string, string>>;
}

/** The parts of the page, and the fields that are edited in each. */
export const SECTIONS = [
  { id: 'words', title: 'Words', fields: ['tagline', 'description', 'changelog'] },
  { id: 'pictures', title: 'Pictures', fields: ['icon', 'gallery'] },
  { id: 'finding', title: 'Finding it', fields: ['categories', 'languages'] },
  {
    id: 'links',
    title: 'Support and links',
    fields: ['supportEmail', 'supportUrl', 'privacyUrl', 'termsUrl', 'demoUrl', 'videoUrl'],
  },
] as const;

/** The draft of a listing as it is typed. */
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

/** What is sent: all of it. */
export const inputOf = (fields: ListingFields): ListingInput => ({
  ...fields,
  gallery: [...fields.gallery],
  categories: [...fields.categories],
  languages: [...fields.languages],
});

/** What each section lacks, in the words of the platform. */
export const lackOf = ({ missing }: EditedListingFragment, fields: readonly string[]): string | null =>
  missing.find(({ field }) => fields.includes(field))?.message ?? null;
