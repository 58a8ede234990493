import type { Language } from '#kit/language.ts';
import type { MailContent } from './mail-content.ts';

/** Contents of an automatic message's email. Its link is stored separately. */
export interface RuleMessageMail {
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly test: boolean;
  /** The storefront's name. */
  readonly from: string;
  /** The host's address for guests. */
  readonly replyTo: string | null;
}

const WORDS: Readonly<Record<Language, { readonly test: string; readonly action: string }>> = {
  en: { test: '[Test] ', action: 'View your booking' },
  de: { test: '[Test] ', action: 'Buchung ansehen' },
  fr: { test: '[Test] ', action: 'Voir votre réservation' },
  es: { test: '[Prueba] ', action: 'Ver su reserva' },
  it: { test: '[Test] ', action: 'Vedi la prenotazione' },
  nl: { test: '[Test] ', action: 'Uw boeking bekijken' },
};

/** Returns the email for an automatic message: the host's own subject and text (docs/interface/mails.md#automatic-messages). */
export function ruleMessageMail(mail: RuleMessageMail, url: string): MailContent {
  const { language, subject, text, test, from, replyTo } = mail;
  return {
    language,
    sender: from,
    replyTo,
    subject: `${test ? WORDS[language].test : ''}${subject}`,
    paragraphs: text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''),
    action: { label: WORDS[language].action, url },
  };
}
