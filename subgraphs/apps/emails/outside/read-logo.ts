import { buffer } from 'node:stream/consumers';
import type { SubgraphContext } from '#db/context.ts';
import type { MailLogo } from '../domain/mail-brand.ts';
import { mailLogoDocument } from '../operations/generated.ts';

/**
 * Reads a logo as a JPEG, which every mail program can show. Null if the photo no longer exists or can't be read:
 * an email without its logo is better than no email.
 */
export async function readLogo(
  ctx: SubgraphContext,
  { sha256, storefrontId }: MailLogo,
): Promise<Buffer | null> {
  try {
    const { mailLogo } = await ctx.execute(mailLogoDocument, { sha256, storefrontId }, ctx);
    const file = mailLogo && (await ctx.services.apps.objects.get(`${mailLogo.key}.jpeg`));
    return file ? await buffer(file.body) : null;
  } catch (error) {
    ctx.log.warn({ err: error, storefrontId, sha256 }, "Failed to read an email's logo");
    return null;
  }
}
