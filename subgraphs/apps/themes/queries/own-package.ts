import { text } from 'node:stream/consumers';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { ThemePackage } from '#theme/check.ts';
import { developerId } from '../../access.ts';
import { packageKey, ThemeVersion } from '../store/entities.ts';
import { themeBySlug } from '../store/theme-by-slug.ts';

/** Returns the files of the account's own theme, from the given or the newest version; null if it doesn't exist. */
export async function findOwnPackage(
  ctx: SubgraphContext,
  { slug, version: number }: { readonly slug: string; readonly version?: string | null },
) {
  const theme = await themeBySlug(reader(ctx), { slug, accountId: developerId(ctx) });
  const version =
    theme &&
    (await reader(ctx).findOne(
      ThemeVersion,
      number == null ? { themeId: theme.id } : { themeId: theme.id, number: parseId(number) ?? 0 },
      { orderBy: { number: 'desc' } },
    ));
  const stored = version && (await ctx.services.apps.objects.get(packageKey(version.sha256)));
  if (!version || !stored) return null;
  const pack: ThemePackage = JSON.parse(await text(stored.body)); // written by push-theme.ts
  // Versions from before have no theme.toml to return.
  if (pack.sources === undefined) return null;
  const texts = { ...pack.sources, ...pack.files };
  const files = [
    ...Object.entries(texts).map(([path, content]) => ({
      path,
      content: Buffer.from(content).toString('base64'),
    })),
    ...Object.entries(pack.assets).map(([name, { base64 }]) => ({ path: `assets/${name}`, content: base64 })),
  ];
  return {
    number: version.number,
    label: version.label,
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
}
