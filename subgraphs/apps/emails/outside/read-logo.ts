import { buffer } from 'node:stream/consumers';
import type { SubgraphContext } from '#db/context.ts';
import type { MailLogo } from '../domain/mail-brand.ts';
import { mailLogoDocument } from '../operations/generated.ts';

/** Reads a logo's JPEG, which every mail program shows; null if the photo is gone. */
export async function readLogo(
  ctx: SubgraphContext,
  { sha256, storefrontId }: MailLogo,
): Promise<Buffer | null> {
  const { mailLogo } = await ctx.execute(mailLogoDocument, { sha256, storefrontId }, ctx);
  const file = mailLogo && (await ctx.services.apps.objects.get(`${mailLogo.key}.jpeg`));
  return file ? buffer(file.body) : null;
}
