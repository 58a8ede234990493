import { buffer } from 'node:stream/consumers';
import type { SubgraphContext } from '#db/context.ts';
import type { MailLogo } from '../domain/mail-brand.ts';
import { mailLogoDocument } from '../operations/generated.ts';

/** Reads a logo as a JPEG, which every mail program can show; null if the photo no longer exists. */
export async function readLogo(
  ctx: SubgraphContext,
  { sha256, storefrontId }: MailLogo,
): Promise<Buffer | null> {
  const { mailLogo } = await ctx.execute(mailLogoDocument, { sha256, storefrontId }, ctx);
  const file = mailLogo && (await ctx.services.apps.objects.get(`${mailLogo.key}.jpeg`));
  return file ? buffer(file.body) : null;
}
