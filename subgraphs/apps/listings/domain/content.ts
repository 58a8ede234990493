/** App categories; a listing names up to three (docs/interface/listings.md#content). */
export const APP_CATEGORIES = [
  ...(['access', 'accounting', 'channels', 'cleaning', 'compliance', 'guest_communication'] as const),
  ...(['guest_experience', 'maintenance', 'marketing', 'payments', 'pricing', 'reporting'] as const),
  ...(['reviews', 'other'] as const),
] as const;
export type AppCategory = (typeof APP_CATEGORIES)[number];

/** A developer's description of an app; missing parts are null or empty. */
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

/** A gallery picture: its upload's id and its alt text. */
export interface GalleryPicture {
  readonly media: number;
  readonly alt: string;
}

/** Returns the ids of all pictures in a listing. */
export const picturesOf = ({ icon, gallery }: ListingContent): readonly number[] => [
  ...(icon === null ? [] : [icon]),
  ...gallery.map(({ media }) => media),
];
