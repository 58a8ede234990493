import { text } from 'node:stream/consumers';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { ThemePackage } from '#theme/check.ts';
import { tables } from '../../store/tables.ts';
import type { ComparedFile } from '../domain/theme-files.ts';
import { copyKey, packageKey, ThemeCopy } from '../store/entities.ts';

/** Returns the checked package of a version or a development copy as JSON; null if none has it. */
export async function findThemePackage(ctx: SubgraphContext, sha256: string) {
  const known = await tables(reader(ctx))
    .selectFrom('theme_versions')
    .select('id')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  if (!known) return findCopiedPackage(ctx, sha256);
  const file = await ctx.services.apps.objects.get(packageKey(sha256));
  return file ? { sha256, json: await text(file.body) } : null;
}

/** Returns a development copy's package; null if it has been changed since. */
async function findCopiedPackage(ctx: SubgraphContext, sha256: string) {
  const copy = await reader(ctx).findOne(ThemeCopy, { sha256 }, { orderBy: { id: 'desc' } });
  const file = copy && (await ctx.services.apps.objects.get(copyKey(copy.id)));
  if (!file) return null;
  const json = await text(file.body);
  const pack: ThemePackage = JSON.parse(json); // written by set-theme-copy.ts
  return pack.sha256 === sha256 ? { sha256, json } : null;
}

const loadTexts = batch<string, ThemePackage['files']>(async (ctx, digests) => {
  const packages = await Promise.all(
    digests.map(async (sha256) => {
      const found = await findThemePackage(ctx, sha256);
      if (!found) return [];
      const { files }: ThemePackage = JSON.parse(found.json); // written by push-theme.ts
      return [[sha256, files] as const];
    }),
  );
  return new Map(packages.flat());
});

/** Returns the text of a file that differs from the live version's; null for any other, and for pictures and fonts. */
export async function findThemeText(
  ctx: SubgraphContext,
  { packaged, path, change }: ComparedFile,
): Promise<string | null> {
  return change === 'same' ? null : ((await loadTexts(ctx, packaged))?.[path] ?? null);
}
