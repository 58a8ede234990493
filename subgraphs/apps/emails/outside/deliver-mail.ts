import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { LOGO_ID } from '../domain/mail-brand.ts';
import type { PrintedMail } from '../domain/mail-content.ts';

export interface OutgoingMail extends PrintedMail {
  /** The same for every attempt: receivers can recognize repetitions by the Message-ID derived from it. */
  readonly id: string;
  readonly to: string;
  /** Address at which the reader unsubscribes, by GET or in one click by POST (RFC 8058); null if it isn't a notice. */
  readonly unsubscribe: string | null;
  /** The logo's JPEG, attached so that the HTML can show it; null if there is none. */
  readonly logoFile: Buffer | null;
}

/** Prevents an unresponsive server from blocking the job. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

/** Sends an email through the configured SMTP server. Throws if the server doesn't accept it. */
export async function deliverMail(
  { config }: Pick<SubgraphContext, 'config'>,
  mail: OutgoingMail,
): Promise<void> {
  if (config.mailUrl === null) throw new Error('MAIL_URL is not set.');
  const { createTransport } = await import('nodemailer'); // only loaded in processes that send emails
  const transport = createTransport({ ...readMailUrl(config.mailUrl), ...TIMEOUTS });
  const { id, to, subject, text, html, language, sender, replyTo, unsubscribe, logoFile } = mail;
  const from = senderOf(config.mailFrom);
  await transport.sendMail({
    from: { ...from, name: from.name || (sender ?? '') },
    ...(replyTo === null ? {} : { replyTo: { name: sender ?? '', address: replyTo } }),
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(logoFile && {
      attachments: [
        {
          cid: LOGO_ID,
          filename: 'logo.jpg',
          content: logoFile,
          contentType: 'image/jpeg',
          contentDisposition: 'inline' as const,
        },
      ],
    }),
    messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${domainOf(from.address)}>`,
    headers: {
      'auto-submitted': 'auto-generated',
      'content-language': language,
      ...(unsubscribe === null
        ? {}
        : { 'list-unsubscribe': `<${unsubscribe}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** `smtp:` uses STARTTLS if the server offers it; `smtps:` is TLS from the start. */
function readMailUrl(mailUrl: string) {
  const url = new URL(mailUrl);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: url.searchParams.get('tls') === 'required',
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
  };
}

/** Parses `Lodging <hello@example.com>`, or an address without a name. */
function senderOf(mailFrom: string): { readonly name: string; readonly address: string } {
  const [, name = '', address = mailFrom.trim()] = /^(.*)<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

const domainOf = (address: string) => /@([^@]+)$/.exec(address)?.[1] ?? 'localhost';

/** True if the server permanently refuses emails to this address (RFC 5321: a permanent reply to RCPT TO). */
export function isRefusedForGood(error: unknown): boolean {
  const { command, responseCode = 0 } = error as {
    readonly command?: string;
    readonly responseCode?: number;
  }; // nodemailer's error shape
  return command === 'RCPT TO' && responseCode >= 500 && responseCode < 600;
}
