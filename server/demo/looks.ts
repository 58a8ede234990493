import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { type PreparedPhoto, publishStorefrontLook, setStorefrontLook } from '#subgraphs/catalog/index.ts';
import type { DemoPhoto } from './photos.ts';
import type { DemoStorefront } from './world.ts';

/** A look's settings, with its photo by name. */
type DemoLook = Omit<Parameters<typeof setStorefrontLook>[1], 'storefrontId' | 'version' | 'heroId'> & {
  readonly hero: DemoPhoto;
};

/** Published looks; other storefronts look as if their host hasn't changed anything. */
const LOOKS: Partial<Readonly<Record<DemoStorefront['key'], DemoLook>>> = {
  instant: {
    tagline: 'Rooms over the water, and a mill where the stream begins.',
    about: [
      'Our grandparents built the lodge in 1931, with eight rooms that all look at the lake. We still bake the bread ourselves, and the rowing boats are yours whenever you like.',
      'The old mill is a short walk up the stream: apartments with a stove, thick walls and the sound of the wheel. The cabins and the tent are in the woods behind it.',
    ].join('\n\n'),
    accent: { light: '#0f5a6b', dark: '#86d3e2' },
    background: '#f8f5ee',
    hero: 'lake',
    heroFocus: { x: 0.5, y: 0.6 },
    contact: { phone: '+41 33 555 01 42', email: 'hello@lakeside.example' },
    social: [{ kind: 'instagram', url: 'https://www.instagram.com/lakeside.example' }],
    fontPair: 'fraunces_figtree',
    corners: 'soft',
    density: 'comfortable',
  },
};

interface SeedLook {
  readonly storefrontId: string;
  readonly key: DemoStorefront['key'];
  readonly photos: ReadonlyMap<DemoPhoto, PreparedPhoto>;
}

/** Publishes a storefront's look, if it has one; its photos must already exist. */
export async function seedLook(
  host: SubgraphContext,
  { storefrontId, key, photos }: SeedLook,
): Promise<void> {
  const demo = LOOKS[key];
  if (!demo || host.viewer.kind !== 'hostUser') return;
  const { hero, ...settings } = demo;
  const sha256 = photos.get(hero)?.sha256 ?? null;
  const { teamId } = host.viewer;
  const heroId = await inTransaction(host, async (em) => {
    const [photo] = await em.execute<{ id: number }[]>(
      'SELECT id FROM catalog.media WHERE team_id = ? AND sha256 = ?',
      [teamId, sha256],
    );
    return photo ? String(photo.id) : null;
  });
  const { look, userErrors } = await setStorefrontLook(host, {
    storefrontId,
    version: 0,
    heroId,
    ...settings,
  });
  if (!look) throw new Error(userErrors.map(({ message }) => message).join(' '));
  await publishStorefrontLook(host, { storefrontId, version: look.version });
}
