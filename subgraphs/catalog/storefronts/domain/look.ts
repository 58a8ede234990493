import type { Hex } from './colors.ts';

export const FONT_PAIRS = [
  'system',
  'fraunces_inter',
  'playfair_source',
  'cormorant_source',
  'lora_karla',
  'karla',
  'playfair_inter',
  'fraunces_figtree',
  'figtree',
] as const;
export const CORNERS = ['square', 'soft', 'rounded', 'pill'] as const;
export const DENSITIES = ['compact', 'comfortable', 'airy'] as const;
export const LOOK_SECTIONS = ['search', 'about', 'stays', 'contact', 'agents'] as const;
export const SOCIAL_KINDS = [
  'instagram',
  'facebook',
  'youtube',
  'tiktok',
  'pinterest',
  'x',
  'linkedin',
  'tripadvisor',
  'whatsapp',
  'mastodon',
  'bluesky',
  'website',
] as const;

/** Colors that a host chose; null for the platform's own. */
export interface LookColors {
  readonly accent: { readonly light: Hex; readonly dark: Hex } | null;
  /** Page color in light mode. */
  readonly background: Hex | null;
}

/** Settings for the look of a storefront's site. */
export interface Look extends LookColors {
  readonly tagline: string | null;
  readonly about: string | null;
  readonly logoId: number | null;
  readonly faviconId: number | null;
  readonly heroId: number | null;
  readonly heroFocus: { readonly x: number; readonly y: number };
  readonly contact: { readonly phone: string | null; readonly email: string | null };
  readonly social: readonly { readonly kind: (typeof SOCIAL_KINDS)[number]; readonly url: string }[];
  readonly fontPair: (typeof FONT_PAIRS)[number];
  readonly corners: (typeof CORNERS)[number];
  readonly density: (typeof DENSITIES)[number];
  readonly sections: readonly (typeof LOOK_SECTIONS)[number][];
}

/** A site's look when its host hasn't changed anything. */
export const PLAIN_LOOK: Look = {
  tagline: null,
  about: null,
  accent: null,
  background: null,
  logoId: null,
  faviconId: null,
  heroId: null,
  heroFocus: { x: 0.5, y: 0.5 },
  contact: { phone: null, email: null },
  social: [],
  fontPair: 'system',
  corners: 'rounded',
  density: 'comfortable',
  sections: LOOK_SECTIONS,
};

/** A look that was published. */
export interface PublishedLook {
  /** The look's version when it was published. */
  readonly version: number;
  /** ISO 8601 instant. */
  readonly publishedAt: string;
  readonly look: Look;
}

/** A storefront's look, as its host sees it. */
export interface LookRecord {
  readonly storefrontId: number;
  readonly version: number;
  readonly draft: Look;
  readonly published: PublishedLook | null;
  readonly changed: boolean;
  readonly history: readonly PublishedLook[];
  readonly previewUrl: string;
}

/** Maximum number of replaced looks that are kept. */
export const MAX_EARLIER_LOOKS = 5;

/** Returns the earlier looks after another one is published, newest first. */
export const earlierLooks = (
  live: PublishedLook | null,
  history: readonly PublishedLook[],
): readonly PublishedLook[] => (live === null ? history : [live, ...history].slice(0, MAX_EARLIER_LOOKS));

/** Returns the ids of all photos used in the given looks. */
export const photosIn = (looks: readonly Look[]): number[] => [
  ...new Set(
    looks.flatMap(({ logoId, faviconId, heroId }) => [logoId, faviconId, heroId].filter((id) => id !== null)),
  ),
];
