import { text } from 'node:stream/consumers';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { packageKey } from '../store/entities.ts';

/** Returns a pushed version's checked package as JSON; null if no version has it. */
export async function findThemePackage(ctx: SubgraphContext, sha256: string) {
  const known = await tables(reader(ctx))
    .selectFrom('theme_versions')
    .select('id')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  const file = known && (await ctx.services.apps.objects.get(packageKey(sha256)));
  return file ? { sha256, json: await text(file.body) } : null;
}
