import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { MediaEntity, StorefrontLookEntity } from '../../store/entities.ts';
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

/** Published looks, cached in memory and keyed by storefront. */
export interface Looks {
  /** Returns the look that guests see; null if the storefront has never published one. */
  readonly published: (storefrontId: number) => ShownLook | null | Promise<ShownLook | null>;
}

/** Opens the process's only cache of looks. */
export function openLooks({
  db,
  changes,
}: Pick<SubgraphContext, 'db'> & { readonly changes: Changes }): Looks {
  return {
    published: keepByStorefront(changes, async (storefrontId) => {
      const row = await reader({ db }).findOne(StorefrontLookEntity, { storefrontId });
      return row?.live ? showLook({ db }, row.live.look, row.live.version) : null;
    }),
  };
}

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
