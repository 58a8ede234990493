import { msg } from '@lingui/core/macro';
import { translated, translatedOptions } from '../../i18n/translated.ts';
import type { LookCorners, LookDensity, LookFontPair, LookSection, LookSocialKind } from './generated.ts';

export const FONT_PAIRS = translatedOptions<LookFontPair>({
  system: msg`The device's own fonts`,
  fraunces_figtree: msg`Fraunces and Figtree: warm, with character`,
  fraunces_inter: msg`Fraunces and Inter: warm and clear`,
  playfair_inter: msg`Playfair Display and Inter: elegant and clear`,
  playfair_source: msg`Playfair Display and Source Sans: elegant`,
  cormorant_source: msg`Cormorant Garamond and Source Sans: fine and classic`,
  lora_karla: msg`Lora and Karla: friendly, like a book`,
  karla: msg`Karla: plain, with a twist`,
  figtree: msg`Figtree: modern and round`,
});

export const CORNERS = translatedOptions<LookCorners>({
  square: msg`Square`,
  soft: msg`Soft`,
  rounded: msg`Rounded`,
  pill: msg`Pill`,
});

export const DENSITIES = translatedOptions<LookDensity>({
  compact: msg`Compact`,
  comfortable: msg`Comfortable`,
  airy: msg`Airy`,
});

export const SECTION_NAMES: Readonly<Record<LookSection, string>> = translated({
  search: msg`Search form`,
  about: msg`About text`,
  stays: msg`Stays`,
  contact: msg`Contact and links`,
  agents: msg`How to book with an AI assistant`,
});

export const SITES = translatedOptions<LookSocialKind>({
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
  website: msg`Another website`,
});
