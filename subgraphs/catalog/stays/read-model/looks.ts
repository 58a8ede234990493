import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { MediaEntity, type StorefrontThemeRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { type Look, photosIn } from '../../storefronts/domain/look.ts';
import { type Palette, palettesOf } from '../../storefronts/domain/palette.ts';
import type { Changes } from './changes.ts';
import { keepByStorefront } from './kept-by-storefront.ts';

/** A ready picture. */
export interface ShownPicture {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string | null;
}

/** A look as shown on pages and in emails: with computed colors, and only images that are ready. */
export interface ShownLook
  extends Pick<Look, 'tagline' | 'heroFocus' | 'social' | 'fontPair' | 'corners' | 'density' | 'sections'> {
  readonly version: number;
  /** Paragraphs. */
  readonly about: readonly string[];
  readonly logo: ShownPicture | null;
  readonly favicon: ShownPicture | null;
  readonly hero: ShownPicture | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly light: Palette;
  readonly dark: Palette;
}

/** A theme as pages show it: a version's package with the host's settings, which don't change under the same `revision`. */
export interface ShownTheme {
  readonly id: number;
  /** Changes whenever pages with the theme look different. */
  readonly revision: string;
  readonly slug: string;
  /** Number of the theme's version. */
  readonly number: number;
  /** SHA-256 of the package, hex. */
  readonly sha256: string;
  /** Values that the host entered, by key; other settings have their defaults. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Published looks and themes, cached in memory and keyed by storefront. */
export interface Looks {
  /** Returns the look that guests see; null if the storefront has never published one. */
  readonly published: (storefrontId: number) => ShownLook | null | Promise<ShownLook | null>;
  /** Returns the theme that guests see; null for the built-in pages. */
  readonly theme: (storefrontId: number) => ShownTheme | null | Promise<ShownTheme | null>;
}

/** A storefront's published look and theme. */
interface Shown {
  readonly look: ShownLook | null;
  readonly theme: ShownTheme | null;
}

/** Opens the process's only cache of looks and themes, which one statement reads together. */
export function openLooks({
  db,
  changes,
}: Pick<SubgraphContext, 'db'> & { readonly changes: Changes }): Looks {
  const shown = keepByStorefront(changes, (storefrontId) => readShown({ db }, storefrontId));
  const pick =
    <Part extends keyof Shown>(part: Part) =>
    (storefrontId: number): Shown[Part] | Promise<Shown[Part]> => {
      const found = shown(storefrontId);
      return found instanceof Promise ? found.then((one) => one[part]) : found[part];
    };
  return { published: pick('look'), theme: pick('theme') };
}

async function readShown({ db }: Pick<SubgraphContext, 'db'>, storefrontId: number): Promise<Shown> {
  const row = await tables(reader({ db }))
    .selectFrom('storefront as s')
    .leftJoin('storefront_looks as l', 'l.storefrontId', 's.id')
    .leftJoin('storefront_themes as t', (join) =>
      join.onRef('t.storefrontId', '=', 's.id').on('t.status', '=', 'published'),
    )
    .select(['l.live', 't.id', 't.slug', 't.number', 't.sha256', 't.settings', 't.settingsVersion'])
    .where('s.id', '=', storefrontId)
    .executeTakeFirst();
  if (!row) return { look: null, theme: null };
  const { live, id, slug, number, sha256, settings, settingsVersion } = row;
  const isComplete = id !== null && slug !== null && number !== null && sha256 !== null && settings !== null;
  return {
    look: live ? await showLook({ db }, live.look, live.version) : null,
    theme: isComplete
      ? showTheme({ id, slug, number, sha256, settings, settingsVersion: settingsVersion ?? 0 })
      : null,
  };
}

/** Prepares a theme for display. */
export const showTheme = ({
  id,
  settingsVersion,
  slug,
  number,
  sha256,
  settings,
}: Pick<
  StorefrontThemeRow,
  'id' | 'settingsVersion' | 'slug' | 'number' | 'sha256' | 'settings'
>): ShownTheme => ({ id, revision: `${id}.${settingsVersion}`, slug, number, sha256, settings });

/** Prepares a look for display. */
export async function showLook(
  { db }: Pick<SubgraphContext, 'db'>,
  look: Look,
  version: number,
): Promise<ShownLook> {
  const ids = photosIn([look]);
  const photos =
    ids.length === 0
      ? []
      : await reader({ db }).find(MediaEntity, { id: ids, status: 'ready', removedAt: null });
  const picture = (id: number | null): ShownPicture | null => {
    const photo = photos.find((one) => one.id === id);
    if (!photo?.width || !photo.height) return null;
    const { sha256, width, height, alt = null } = photo;
    return { sha256, width, height, alt };
  };
  const { tagline, about, heroFocus, contact, social, fontPair, corners, density, sections } = look;
  return {
    version,
    tagline,
    about: (about ?? '').split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || []),
    logo: picture(look.logoId),
    favicon: picture(look.faviconId),
    hero: picture(look.heroId),
    heroFocus,
    phone: contact.phone,
    email: contact.email,
    social,
    fontPair,
    corners,
    density,
    sections,
    ...palettesOf(look),
  };
}
