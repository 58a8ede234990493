import { type Language, longDay } from '#kit/language.ts';
import type { MailContent } from './mail-content.ts';

/** Fields shown in an email about overbooked nights. Its link is stored separately. */
export interface OverbookedMail {
  readonly language: Language;
  readonly name: string;
  readonly property: string;
  readonly unitType: string;
  /** The host's name for the other calendar or the channel. */
  readonly feed: string;
  /** `YYYY-MM-DD`, in order; at least one. */
  readonly nights: readonly string[];
}

/** Maximum number of nights listed by date; further nights are only counted. */
const MOST_NAMED = 20;

const WORDS = {
  en: {
    hello: (name: string) => `Hello ${name},`,
    subject: ({ property, feed }: OverbookedMail) =>
      `Overbooked at ${property}: ${feed} sold a night that was already taken`,
    lead: ({ feed, unitType }: OverbookedMail) =>
      `${feed} sold nights for ${unitType} when no unit was available here. Cancel or move a booking on one of the two platforms.`,
    facts: { property: 'Property', unitType: 'Unit type', feed: 'Sold by', nights: 'Nights' },
    more: (count: number) => `${count} more`,
    action: 'Open the panel',
  },
  de: {
    hello: (name: string) => `Guten Tag ${name},`,
    subject: ({ property, feed }: OverbookedMail) =>
      `Überbucht in ${property}: ${feed} hat eine belegte Nacht verkauft`,
    lead: ({ feed, unitType }: OverbookedMail) =>
      `${feed} hat Nächte für ${unitType} verkauft, obwohl hier keine Einheit mehr frei war. Stornieren oder verschieben Sie eine Buchung auf einer der beiden Plattformen.`,
    facts: { property: 'Unterkunft', unitType: 'Kategorie', feed: 'Verkauft von', nights: 'Nächte' },
    more: (count: number) => `${count} weitere`,
    action: 'Zum Panel',
  },
  fr: {
    hello: (name: string) => `Bonjour ${name},`,
    subject: ({ property, feed }: OverbookedMail) =>
      `Surréservation, ${property} : ${feed} a vendu une nuit déjà occupée`,
    lead: ({ feed, unitType }: OverbookedMail) =>
      `${feed} a vendu des nuits pour ${unitType} alors qu’aucune unité n’était disponible ici. Annulez ou déplacez une réservation sur l’une des deux plateformes.`,
    facts: { property: 'Établissement', unitType: 'Catégorie', feed: 'Vendu par', nights: 'Nuits' },
    more: (count: number) => `${count} de plus`,
    action: 'Ouvrir le panneau',
  },
  es: {
    hello: (name: string) => `Hola, ${name}:`,
    subject: ({ property, feed }: OverbookedMail) =>
      `Sobreventa en ${property}: ${feed} vendió una noche ya ocupada`,
    lead: ({ feed, unitType }: OverbookedMail) =>
      `${feed} vendió noches de ${unitType} cuando aquí ya no quedaba ninguna unidad libre. Cancela o mueve una reserva en una de las dos plataformas.`,
    facts: { property: 'Alojamiento', unitType: 'Categoría', feed: 'Vendido por', nights: 'Noches' },
    more: (count: number) => `${count} más`,
    action: 'Abrir el panel',
  },
  it: {
    hello: (name: string) => `Buongiorno ${name},`,
    subject: ({ property, feed }: OverbookedMail) =>
      `Overbooking presso ${property}: ${feed} ha venduto una notte già occupata`,
    lead: ({ feed, unitType }: OverbookedMail) =>
      `${feed} ha venduto notti per ${unitType} quando qui non c’erano più unità libere. Cancella o sposta una prenotazione su una delle due piattaforme.`,
    facts: { property: 'Struttura', unitType: 'Categoria', feed: 'Venduto da', nights: 'Notti' },
    more: (count: number) => `altre ${count}`,
    action: 'Apri il pannello',
  },
  nl: {
    hello: (name: string) => `Hallo ${name},`,
    subject: ({ property, feed }: OverbookedMail) =>
      `Overboekt bij ${property}: ${feed} heeft een bezette nacht verkocht`,
    lead: ({ feed, unitType }: OverbookedMail) =>
      `${feed} heeft nachten voor ${unitType} verkocht terwijl hier geen eenheid meer vrij was. Annuleer of verplaats een boeking op een van beide platforms.`,
    facts: { property: 'Accommodatie', unitType: 'Categorie', feed: 'Verkoper', nights: 'Nachten' },
    more: (count: number) => `nog ${count}`,
    action: 'Paneel openen',
  },
} as const satisfies Readonly<Record<Language, object>>;

/**
 * Returns the email to a host whose nights were also sold by another calendar or a channel
 * (docs/interface/mails.md#calendars).
 */
export function overbookedMail(mail: OverbookedMail, url: string): MailContent {
  const { language, name, property, unitType, feed, nights } = mail;
  const { hello, subject, lead, facts, more, action } = WORDS[language];
  const named = nights.slice(0, MOST_NAMED).map((night) => longDay(language, night));
  const rest = nights.length > MOST_NAMED ? [more(nights.length - MOST_NAMED)] : [];
  return {
    language,
    subject: subject(mail),
    paragraphs: [hello(name), lead(mail)],
    facts: [
      [facts.property, property],
      [facts.unitType, unitType],
      [facts.feed, feed],
      [facts.nights, [...named, ...rest].join('; ')],
    ],
    action: { label: action, url },
  };
}
