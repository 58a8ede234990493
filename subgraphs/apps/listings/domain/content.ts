/** What an app may be for; a listing names up to three (docs/interface/listings.md#content). */
export const APP_CATEGORIES = [
  ...(['access', 'accounting', 'channels', 'cleaning', 'compliance', 'guest_communication'] as const),
  ...(['guest_experience', 'maintenance', 'marketing', 'payments', 'pricing', 'reporting'] as const),
  ...(['reviews', 'other'] as const),
] as const;
export type AppCategory = (typeof APP_CATEGORIES)[number];

/** What a developer writes about an app; null and an empty list for what is not there. */
export interface ListingContent {
  readonly tagline: string | null;
  readonly description: string | null;
  readonly icon: number | null;
  readonly gallery: readonly GalleryPicture[];
  readonly videoUrl: string | null;
  readonly categories: readonly AppCategory[];
  readonly languages: readonly string[];
  readonly supportEmail: string | null;
  readonly supportUrl: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  readonly demoUrl: string | null;
  readonly changelog: string | null;
}

/** A picture of the gallery: the id of its upload, and what it shows. */
export interface GalleryPicture {
  readonly media: number;
  readonly alt: string;
}

/** Ids of all pictures that a listing names. */
export const picturesOf = ({ icon, gallery }: ListingContent): readonly number[] => [
  ...(icon === null ? [] : [icon]),
  ...gallery.map(({ media }) => media),
];
