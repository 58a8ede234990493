import type { LookCorners, LookDensity, LookFontPair, LookSection, LookSocialKind } from './generated.ts';

const options = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] })); // the keys are exactly T

export const FONT_PAIRS = options<LookFontPair>({
  system: "The device's own fonts",
  fraunces_figtree: 'Fraunces and Figtree: warm, with character',
  fraunces_inter: 'Fraunces and Inter: warm and clear',
  playfair_inter: 'Playfair Display and Inter: elegant and clear',
  playfair_source: 'Playfair Display and Source Sans: elegant',
  cormorant_source: 'Cormorant Garamond and Source Sans: fine and classic',
  lora_karla: 'Lora and Karla: friendly, like a book',
  karla: 'Karla: plain, with a twist',
  figtree: 'Figtree: modern and round',
});

export const CORNERS = options<LookCorners>({
  square: 'Square',
  soft: 'Soft',
  rounded: 'Rounded',
  pill: 'Pill',
});

export const DENSITIES = options<LookDensity>({
  compact: 'Compact',
  comfortable: 'Comfortable',
  airy: 'Airy',
});

export const SECTION_NAMES: Readonly<Record<LookSection, string>> = {
  search: 'Search form',
  about: 'About text',
  stays: 'Stays',
  contact: 'Contact and links',
  agents: 'How to book with an AI assistant',
};

export const SITES = options<LookSocialKind>({
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  x: 'X',
  linkedin: 'LinkedIn',
  tripadvisor: 'Tripadvisor',
  whatsapp: 'WhatsApp',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  website: 'Another website',
});
