import type { SubgraphContext } from '#db/context.ts';
import { type PrintedMail, printMail } from '../domain/mail-content.ts';
import { MAILS, type MailParams, type MailTemplate } from '../domain/mail-templates.ts';
import { mailRow } from './outbox.ts';
import { platformOrigin } from './platform-origin.ts';

/** What of a mail's row is printed. */
export interface MailRecord {
  readonly key: string;
  readonly template: MailTemplate;
  readonly params: MailParams[MailTemplate];
  readonly linkSealed: string | null;
}

/** Prints a mail of the outbox, its link opened. */
export function printRecord(
  ctx: Pick<SubgraphContext, 'vault' | 'config'>,
  { key, template, params, linkSealed }: MailRecord,
): PrintedMail {
  const link = linkSealed === null ? null : ctx.vault.open(linkSealed, mailRow(key));
  return printMail(MAILS[template](params as never, { origin: platformOrigin(ctx), link }));
}
