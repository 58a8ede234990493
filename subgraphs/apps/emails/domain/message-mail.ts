import type { Language } from '#kit/language.ts';
import type { MailContent } from './mail-content.ts';

/** Templates for emails about a message, by recipient. */
export type MessageMailTemplate = 'message-to-guest' | 'message-to-host';

/** Fields shown in a message email. Its link is stored separately. */
export interface MessageMail {
  readonly language: Language;
  /** Name for the greeting; null if it isn't suitable for one. */
  readonly name: string | null;
  readonly test: boolean;
  /** Author as the reader knows them; null for a guest without a name. */
  readonly from: string | null;
  readonly text: string;
  /** Storefront for a notice's stay; emails to guests name it in `from`. */
  readonly storefront?: string | null;
  /** The host's address for guests. */
  readonly replyTo?: string | null;
  /** Names of the attached files; undefined in emails written before files were named. */
  readonly files?: readonly string[];
  /** Reference of the message's booking or request, or null. */
  readonly reference: string | null;
  /** Guest messages that no team member has read. */
  readonly unread: number;
}

interface Words {
  readonly hello: (name: string | null) => string;
  readonly test: string;
  /** Placeholder for a missing name. */
  readonly someone: string;
  readonly subject: (from: string) => string;
  readonly lead: (from: string | null) => string;
  readonly files: (names: readonly string[]) => string;
  readonly more: (unread: number) => string;
  readonly action: Readonly<Record<MessageMailTemplate, string>>;
  readonly after: Readonly<Record<MessageMailTemplate, string>>;
  /** For guests whose replies reach the host. */
  readonly reachesHost: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    hello: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
    test: '[Test] ',
    someone: 'a guest',
    subject: (from) => `Message from ${from}`,
    lead: (from) => (from === null ? 'A guest wrote:' : `${from} wrote:`),
    files: (names) =>
      `${names.length === 1 ? '1 attachment' : `${names.length} attachments`}, available through the link: ${names.join(', ')}`,
    more: (unread) => `You have ${unread} unread messages from this guest.`,
    action: { 'message-to-guest': 'Reply', 'message-to-host': 'Open the conversation' },
    after: {
      'message-to-guest': "Reply via the link: replies to this email aren't read.",
      'message-to-host': "Reply in the panel: replies to this email aren't read.",
    },
    reachesHost:
      'Reply via the link to add your answer to the conversation. Replies to this email reach the host too.',
  },
  de: {
    hello: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
    test: '[Test] ',
    someone: 'einem Gast',
    subject: (from) => `Nachricht von ${from}`,
    lead: (from) => (from === null ? 'Ein Gast hat geschrieben:' : `${from} hat geschrieben:`),
    files: (names) =>
      `${names.length === 1 ? '1 Anhang' : `${names.length} Anhänge`}, verfügbar über den Link: ${names.join(', ')}`,
    more: (unread) => `Sie haben ${unread} ungelesene Nachrichten von diesem Gast.`,
    action: { 'message-to-guest': 'Antworten', 'message-to-host': 'Unterhaltung öffnen' },
    after: {
      'message-to-guest': 'Antworten Sie über den Link: Antworten auf diese E-Mail werden nicht gelesen.',
      'message-to-host': 'Antworten Sie im Panel: Antworten auf diese E-Mail werden nicht gelesen.',
    },
    reachesHost:
      'Antworten Sie über den Link, damit Ihre Antwort in der Unterhaltung erscheint. Auch Antworten auf diese E-Mail erreichen den Gastgeber.',
  },
};

/** Returns the email that carries a message to its reader (docs/interface/mails.md#messages). */
export function messageMail(template: MessageMailTemplate, mail: MessageMail, url: string): MailContent {
  const { language, name, test, from, text, reference, unread, files = [], replyTo = null } = mail;
  const toGuest = template === 'message-to-guest';
  const words = WORDS[language];
  return {
    language,
    sender: toGuest ? from : (mail.storefront ?? null),
    replyTo,
    subject: `${test ? words.test : ''}${words.subject(from ?? words.someone)}${reference === null ? '' : ` (${reference})`}`,
    paragraphs: [words.hello(name), words.lead(from)],
    quoted: text,
    action: { label: words.action[template], url },
    after: [
      ...(files.length > 0 ? [words.files(files)] : []),
      ...(unread > 1 ? [words.more(unread)] : []),
      toGuest && replyTo ? words.reachesHost : words.after[template],
    ],
  };
}
