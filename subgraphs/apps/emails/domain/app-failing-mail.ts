import { countIn, type Forms, type Language, numberIn, percentIn } from '#kit/language.ts';
import type { MailContent } from './mail-content.ts';

/** Content for an email about an app whose webhooks fail more often. Its link is stored separately. */
export interface AppFailingMail {
  readonly language: Language;
  readonly name: string;
  readonly app: string;
  /** Missing in emails written before it was added. */
  readonly slug?: string;
  /** Failed and all attempts in the last seven days. */
  readonly failed: number;
  readonly attempts: number;
  /** Percentages of failed attempts, in the last seven days and in the seven days before. */
  readonly percent: number;
  readonly percentBefore: number;
  /** Newest failed deliveries by team and topic, with the reason in English. */
  readonly failing: readonly { readonly team: string; readonly topic: string; readonly error: string }[];
  /** Number of other failing teams and topics, which the panel lists. */
  readonly more: number;
}

/** An email's numbers in its language. */
type Figures = Readonly<Record<'failed' | 'attempts' | 'percent' | 'before', string>>;

interface Words {
  readonly hello: (name: string) => string;
  readonly subject: (app: string) => string;
  readonly lead: (app: string, figures: Figures) => string;
  readonly list: string;
  readonly more: Forms;
  readonly action: string;
  /** Introduces the command that shows the same failures. */
  readonly command: string;
  readonly after: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    hello: (name) => `Hello ${name},`,
    subject: (app) => `Webhooks to ${app} are failing more often`,
    lead: (app, { failed, attempts, percent, before }) =>
      `In the last 7 days, ${failed} of ${attempts} attempts to send webhooks to ${app} failed: ${percent}, up from ${before} in the 7 days before.`,
    list: 'The latest failures by team and topic:',
    more: { one: 'other failure is listed in the panel.', other: 'other failures are listed in the panel.' },
    action: 'Open the app',
    command: 'In a terminal:',
    after: 'You get this email at most once in 7 days per app.',
  },
  de: {
    hello: (name) => `Guten Tag ${name},`,
    subject: (app) => `Webhooks an ${app} schlagen häufiger fehl`,
    lead: (app, { failed, attempts, percent, before }) =>
      `In den letzten 7 Tagen sind ${failed} von ${attempts} Versuchen fehlgeschlagen, Webhooks an ${app} zu senden: ${percent}, gegenüber ${before} in den 7 Tagen davor.`,
    list: 'Die neuesten Fehler nach Team und Thema:',
    more: {
      one: 'weiterer Fehler steht im Panel.',
      other: 'weitere Fehler stehen im Panel.',
    },
    action: 'App öffnen',
    command: 'In einem Terminal:',
    after: 'Sie erhalten diese E-Mail pro App höchstens einmal in 7 Tagen.',
  },
  fr: {
    hello: (name) => `Bonjour ${name},`,
    subject: (app) => `Les webhooks vers ${app} échouent plus souvent`,
    lead: (app, { failed, attempts, percent, before }) =>
      `Ces 7 derniers jours, ${failed} tentatives sur ${attempts} d’envoyer des webhooks à ${app} ont échoué : ${percent}, contre ${before} les 7 jours précédents.`,
    list: 'Les derniers échecs par équipe et par sujet :',
    more: {
      one: 'autre échec figure dans le panneau.',
      many: 'd’autres échecs figurent dans le panneau.',
      other: 'autres échecs figurent dans le panneau.',
    },
    action: 'Ouvrir l’application',
    command: 'Dans un terminal :',
    after: 'Vous recevez cet e-mail au plus une fois tous les 7 jours par application.',
  },
  es: {
    hello: (name) => `Hola, ${name}:`,
    subject: (app) => `Los webhooks a ${app} fallan con más frecuencia`,
    lead: (app, { failed, attempts, percent, before }) =>
      `En los últimos 7 días fallaron ${failed} de ${attempts} intentos de enviar webhooks a ${app}: ${percent}, frente a ${before} en los 7 días anteriores.`,
    list: 'Los últimos fallos por equipo y tema:',
    more: {
      one: 'fallo más aparece en el panel.',
      many: 'de fallos más aparecen en el panel.',
      other: 'fallos más aparecen en el panel.',
    },
    action: 'Abrir la aplicación',
    command: 'En un terminal:',
    after: 'Recibes este correo como máximo una vez cada 7 días por aplicación.',
  },
  it: {
    hello: (name) => `Buongiorno ${name},`,
    subject: (app) => `I webhook verso ${app} falliscono più spesso`,
    lead: (app, { failed, attempts, percent, before }) =>
      `Negli ultimi 7 giorni sono falliti ${failed} tentativi su ${attempts} di inviare webhook a ${app}: ${percent}, contro ${before} nei 7 giorni precedenti.`,
    list: 'Gli ultimi errori per team e argomento:',
    more: {
      one: 'altro errore è elencato nel pannello.',
      many: 'di altri errori sono elencati nel pannello.',
      other: 'altri errori sono elencati nel pannello.',
    },
    action: 'Apri l’app',
    command: 'In un terminale:',
    after: 'Ricevi questa email al massimo una volta ogni 7 giorni per app.',
  },
  nl: {
    hello: (name) => `Hallo ${name},`,
    subject: (app) => `Webhooks naar ${app} mislukken vaker`,
    lead: (app, { failed, attempts, percent, before }) =>
      `In de afgelopen 7 dagen zijn ${failed} van ${attempts} pogingen om webhooks naar ${app} te sturen mislukt: ${percent}, tegenover ${before} in de 7 dagen daarvoor.`,
    list: 'De laatste fouten per team en onderwerp:',
    more: { one: 'andere fout staat in het paneel.', other: 'andere fouten staan in het paneel.' },
    action: 'App openen',
    command: 'In een terminal:',
    after: 'U ontvangt deze e-mail per app hooguit één keer in 7 dagen.',
  },
};

/** Returns the email to an app's developer about rising failures (docs/interface/mails.md#failing-webhooks). */
export function appFailingMail(mail: AppFailingMail, url: string): MailContent {
  const { language, name, app, failing, more } = mail;
  const words = WORDS[language];
  const figures = {
    failed: numberIn(language, mail.failed),
    attempts: numberIn(language, mail.attempts),
    percent: percentIn(language, mail.percent),
    before: percentIn(language, mail.percentBefore),
  };
  return {
    language,
    subject: words.subject(app),
    paragraphs: [words.hello(name), words.lead(app, figures), ...(failing.length > 0 ? [words.list] : [])],
    facts: failing.map(({ team, topic, error }) => [team, `${topic}: ${error}`]),
    action: { label: words.action, url },
    after: [
      ...(more > 0 ? [countIn(language, more, words.more)] : []),
      ...(mail.slug === undefined ? [] : [`${words.command} platform logs --app ${mail.slug}`]),
      words.after,
    ],
  };
}
