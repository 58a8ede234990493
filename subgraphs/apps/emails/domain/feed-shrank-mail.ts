import type { Language } from '#kit/language.ts';
import type { MailContent } from './mail-content.ts';

/** Contents of an email about a calendar that lost most of its events. Its link is stored separately. */
export interface FeedShrankMail {
  readonly language: Language;
  readonly name: string;
  readonly property: string;
  readonly unitType: string;
  /** The host's name for the calendar. */
  readonly feed: string;
}

const WORDS = {
  en: {
    hello: (name: string) => `Hello ${name},`,
    subject: ({ property, feed }: FeedShrankMail) => `${feed} lost most of its bookings at ${property}`,
    lead: ({ feed, unitType }: FeedShrankMail) =>
      `More than half of the upcoming events from ${feed} for ${unitType} are gone. Their nights stay blocked for 24 hours. If they were cancelled, you can free them now. If not, copy the calendar link from ${feed} again.`,
    facts: { property: 'Property', unitType: 'Unit type', feed: 'Calendar' },
    action: 'Open the calendar',
  },
  de: {
    hello: (name: string) => `Guten Tag ${name},`,
    subject: ({ property, feed }: FeedShrankMail) =>
      `${feed} hat die meisten Buchungen in ${property} verloren`,
    lead: ({ feed, unitType }: FeedShrankMail) =>
      `Mehr als die Hälfte der kommenden Einträge von ${feed} für ${unitType} ist verschwunden. Die Nächte bleiben 24 Stunden lang gesperrt. Wurden die Buchungen storniert, können Sie die Nächte jetzt freigeben. Wenn nicht, kopieren Sie den Kalenderlink von ${feed} noch einmal.`,
    facts: { property: 'Unterkunft', unitType: 'Kategorie', feed: 'Kalender' },
    action: 'Kalender öffnen',
  },
} as const satisfies Readonly<Record<Language, object>>;

/**
 * Returns the email to a host whose feed lost more than half its upcoming events
 * (docs/interface/mails.md#calendars).
 */
export function feedShrankMail(mail: FeedShrankMail, url: string): MailContent {
  const { language, name, property, unitType, feed } = mail;
  const { hello, subject, lead, facts, action } = WORDS[language];
  return {
    language,
    subject: subject(mail),
    paragraphs: [hello(name), lead(mail)],
    facts: [
      [facts.property, property],
      [facts.unitType, unitType],
      [facts.feed, feed],
    ],
    action: { label: action, url },
  };
}
