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
  fr: {
    hello: (name) => (name === null ? 'Bonjour,' : `Bonjour ${name},`),
    test: '[Test] ',
    someone: 'un client',
    subject: (from) => `Message de ${from}`,
    lead: (from) => (from === null ? 'Un client a écrit :' : `${from} a écrit :`),
    files: (names) =>
      `${names.length === 1 ? '1 pièce jointe, disponible' : `${names.length} pièces jointes, disponibles`} via le lien : ${names.join(', ')}`,
    more: (unread) => `Vous avez ${unread} messages non lus de ce client.`,
    action: { 'message-to-guest': 'Répondre', 'message-to-host': 'Ouvrir la conversation' },
    after: {
      'message-to-guest': 'Répondez avec le lien : les réponses à cet e-mail ne sont pas lues.',
      'message-to-host': 'Répondez dans le panneau : les réponses à cet e-mail ne sont pas lues.',
    },
    reachesHost:
      'Répondez avec le lien pour que votre réponse apparaisse dans la conversation. Les réponses à cet e-mail parviennent aussi à l’établissement.',
  },
  es: {
    hello: (name) => (name === null ? 'Hola:' : `Hola, ${name}:`),
    test: '[Prueba] ',
    someone: 'un huésped',
    subject: (from) => `Mensaje de ${from}`,
    lead: (from) => (from === null ? 'Un huésped ha escrito:' : `${from} ha escrito:`),
    files: (names) =>
      `${names.length === 1 ? '1 archivo adjunto, disponible' : `${names.length} archivos adjuntos, disponibles`} en el enlace: ${names.join(', ')}`,
    more: (unread) => `Tienes ${unread} mensajes sin leer de este huésped.`,
    action: { 'message-to-guest': 'Responder', 'message-to-host': 'Abrir la conversación' },
    after: {
      'message-to-guest': 'Responde con el enlace: las respuestas a este correo no se leen.',
      'message-to-host': 'Responde en el panel: las respuestas a este correo no se leen.',
    },
    reachesHost:
      'Responde con el enlace para que tu respuesta aparezca en la conversación. Las respuestas a este correo también llegan al alojamiento.',
  },
  it: {
    hello: (name) => (name === null ? 'Buongiorno,' : `Buongiorno ${name},`),
    test: '[Prova] ',
    someone: 'un ospite',
    subject: (from) => `Messaggio da ${from}`,
    lead: (from) => (from === null ? 'Un ospite ha scritto:' : `${from} ha scritto:`),
    files: (names) =>
      `${names.length === 1 ? '1 allegato, disponibile' : `${names.length} allegati, disponibili`} tramite il link: ${names.join(', ')}`,
    more: (unread) => `Hai ${unread} messaggi non letti da questo ospite.`,
    action: { 'message-to-guest': 'Rispondi', 'message-to-host': 'Apri la conversazione' },
    after: {
      'message-to-guest': 'Rispondi tramite il link: le risposte a questa e-mail non vengono lette.',
      'message-to-host': 'Rispondi nel pannello: le risposte a questa e-mail non vengono lette.',
    },
    reachesHost:
      'Rispondi tramite il link per aggiungere la tua risposta alla conversazione. Anche le risposte a questa e-mail arrivano alla struttura.',
  },
  nl: {
    hello: (name) => (name === null ? 'Hallo,' : `Hallo ${name},`),
    test: '[Test] ',
    someone: 'een gast',
    subject: (from) => `Bericht van ${from}`,
    lead: (from) => (from === null ? 'Een gast schreef:' : `${from} schreef:`),
    files: (names) =>
      `${names.length === 1 ? '1 bijlage' : `${names.length} bijlagen`}, beschikbaar via de link: ${names.join(', ')}`,
    more: (unread) => `U hebt ${unread} ongelezen berichten van deze gast.`,
    action: { 'message-to-guest': 'Antwoorden', 'message-to-host': 'Gesprek openen' },
    after: {
      'message-to-guest': 'Antwoord via de link: antwoorden op deze e-mail worden niet gelezen.',
      'message-to-host': 'Antwoord in het paneel: antwoorden op deze e-mail worden niet gelezen.',
    },
    reachesHost:
      'Antwoord via de link, zodat uw antwoord in het gesprek verschijnt. Antwoorden op deze e-mail komen ook bij de accommodatie aan.',
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
