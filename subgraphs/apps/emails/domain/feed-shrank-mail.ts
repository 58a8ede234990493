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
  fr: {
    hello: (name: string) => `Bonjour ${name},`,
    subject: ({ property, feed }: FeedShrankMail) =>
      `${property} : ${feed} a perdu la plupart de ses réservations`,
    lead: ({ feed, unitType }: FeedShrankMail) =>
      `Plus de la moitié des événements à venir de ${feed} pour ${unitType} ont disparu. Leurs nuits restent bloquées pendant 24 heures. Si les réservations ont été annulées, vous pouvez libérer ces nuits maintenant. Sinon, copiez à nouveau le lien du calendrier depuis ${feed}.`,
    facts: { property: 'Établissement', unitType: 'Catégorie', feed: 'Calendrier' },
    action: 'Ouvrir le calendrier',
  },
  es: {
    hello: (name: string) => `Hola, ${name}:`,
    subject: ({ property, feed }: FeedShrankMail) =>
      `${feed} ha perdido la mayoría de sus reservas en ${property}`,
    lead: ({ feed, unitType }: FeedShrankMail) =>
      `Más de la mitad de los próximos eventos de ${feed} para ${unitType} han desaparecido. Sus noches siguen bloqueadas durante 24 horas. Si las reservas se cancelaron, puedes liberarlas ahora. Si no, vuelve a copiar el enlace del calendario desde ${feed}.`,
    facts: { property: 'Alojamiento', unitType: 'Categoría', feed: 'Calendario' },
    action: 'Abrir el calendario',
  },
  it: {
    hello: (name: string) => `Buongiorno ${name},`,
    subject: ({ property, feed }: FeedShrankMail) =>
      `${feed} ha perso la maggior parte delle prenotazioni presso ${property}`,
    lead: ({ feed, unitType }: FeedShrankMail) =>
      `Più della metà dei prossimi eventi di ${feed} per ${unitType} è scomparsa. Le notti restano bloccate per 24 ore. Se le prenotazioni sono state cancellate, puoi liberarle ora. In caso contrario, copia di nuovo il link del calendario da ${feed}.`,
    facts: { property: 'Struttura', unitType: 'Categoria', feed: 'Calendario' },
    action: 'Apri il calendario',
  },
  nl: {
    hello: (name: string) => `Hallo ${name},`,
    subject: ({ property, feed }: FeedShrankMail) => `${feed} is de meeste boekingen bij ${property} kwijt`,
    lead: ({ feed, unitType }: FeedShrankMail) =>
      `Meer dan de helft van de komende afspraken van ${feed} voor ${unitType} is verdwenen. De nachten blijven 24 uur geblokkeerd. Zijn de boekingen geannuleerd, dan kunt u de nachten nu vrijgeven. Zo niet, kopieer dan de agendalink van ${feed} opnieuw.`,
    facts: { property: 'Accommodatie', unitType: 'Categorie', feed: 'Agenda' },
    action: 'Agenda openen',
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
