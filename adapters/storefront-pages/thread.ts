import { html } from 'hono/html';
import { type Language, localTime, numberIn } from '#kit/language.ts';
import { piecesOf } from '#kit/linked-text.ts';
import { MAX_MESSAGE } from '#schema/limits.ts';
import type { Html } from '../page/shell.ts';
import type { GuestThreadFragment } from './generated.ts';
import type { Draft } from './thread-form.ts';
import type { Visit } from './visit.ts';
import { THREADS_DE } from './words/threads-de.ts';
import { THREADS_EN, type ThreadWords } from './words/threads-en.ts';
import { THREADS_ES } from './words/threads-es.ts';
import { THREADS_FR } from './words/threads-fr.ts';
import { THREADS_IT } from './words/threads-it.ts';
import { THREADS_NL } from './words/threads-nl.ts';

export const THREAD_WORDS: Readonly<Record<Language, ThreadWords>> = {
  en: THREADS_EN,
  de: THREADS_DE,
  fr: THREADS_FR,
  es: THREADS_ES,
  it: THREADS_IT,
  nl: THREADS_NL,
};

type Message = GuestThreadFragment['messages'][number];

/** A conversation from its guest's perspective, with the message they're writing. */
export interface ThreadShown {
  readonly thread: GuestThreadFragment;
  /** The property's time zone, used for message times. */
  readonly timeZone: string;
  /** Address that the form is posted to. */
  readonly action: string;
  readonly draft: Draft;
  /** True if the page is shown because a message was just sent. */
  readonly isSent: boolean;
}

/**
 * Renders messages between a guest and their host, and a form to write more
 * (docs/interface/conversations.md#guests).
 */
export function threadSection(visit: Visit, shown: ThreadShown): Html {
  const { thread, timeZone, isSent } = shown;
  const words = THREAD_WORDS[visit.language];
  return html`<section class="thread" id="messages" aria-labelledby="thread-title">
<h2 id="thread-title">${words.title}</h2>
${isSent ? html`<p class="notice" role="status">${words.sent}</p>` : ''}
${
  thread.messages.length === 0
    ? html`<p class="quiet">${words.none}</p>`
    : html`<ol class="messages">${thread.messages.map((message) => messageShown(visit, timeZone, message))}</ol>`
}
${thread.canWrite ? writing(visit, shown) : html`<p class="quiet">${words.over}</p>`}
</section>`;
}

function messageShown(visit: Visit, timeZone: string, { author, sentAt, text, attachments }: Message): Html {
  const { language, storefront } = visit;
  const words = THREAD_WORDS[language];
  const isOwn = author.kind === 'guest';
  const name = isOwn ? words.you : (author.name ?? storefront.name);
  return html`<li${isOwn ? html` class="own"` : ''}>
<p class="by"><strong>${name}</strong>${author.kind === 'automation' ? ` (${words.automated})` : ''}, <time datetime="${sentAt}">${localTime(language, sentAt, timeZone)}</time></p>
<p class="words">${linked(text)}</p>${
    attachments.length === 0
      ? ''
      : html`
<ul aria-label="${words.files}">${attachments.map((file) => fileShown(visit, file))}</ul>`
  }
</li>`;
}

/** Renders a downloadable file with its size. */
const fileShown = ({ language }: Visit, { name, bytes, url }: Message['attachments'][number]): Html =>
  html`<li>${url === null ? name : html`<a href="${url}" rel="noopener noreferrer">${name}</a>`}${bytes === null ? '' : html` <small>(${sizeWords(language, bytes)})</small>`}</li>`;

/** Formats a size in whole kilobytes, as browsers do for downloads. */
const sizeWords = (language: Visit['language'], bytes: number): string =>
  `${numberIn(language, Math.ceil(bytes / 1_000))} kB`;

/** Renders text whose links show their host name; linked sites don't receive the guest's page as a referrer. */
const linked = (text: string): readonly (Html | string)[] =>
  piecesOf(text).map((piece) =>
    piece.kind === 'words'
      ? piece.text
      : html`<a href="${piece.url}" rel="noopener noreferrer nofollow">${piece.text}</a> <small>(${piece.host})</small>`,
  );

function writing(visit: Visit, { action, draft }: ThreadShown): Html {
  const { storefront, language } = visit;
  const words = THREAD_WORDS[language];
  const { key, text, fault } = draft;
  const most = numberIn(language, MAX_MESSAGE);
  const wrong = fault === 'TOO_LONG' ? words.faults.TOO_LONG(most) : fault && words.faults[fault];
  return html`<form method="post" action="${action}" class="writing">
<input type="hidden" name="key" value="${key}">
<label for="message">${words.label}</label>
<small class="quiet" id="hint-message">${words.lead(storefront.name)}</small>
<textarea id="message" name="message" rows="4" maxlength="${MAX_MESSAGE}" required aria-describedby="hint-message${wrong ? ' fault-message' : ''}"${wrong ? html` aria-invalid="true"` : ''}>${text}</textarea>
${wrong ? html`<p class="fault" id="fault-message" role="alert">${wrong}</p>` : ''}
<button type="submit">${words.send}</button>
</form>`;
}
