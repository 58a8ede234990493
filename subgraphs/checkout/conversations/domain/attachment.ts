import { formatOf } from '#kit/images/formats.ts';
import { isStorable } from '#kit/text.ts';
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENT_NAME, MAX_ATTACHMENTS } from '#schema/limits.ts';
import { masked } from '../../domain/masking.ts';
import { type ConversationError, conversationError } from './conversation-refusal.ts';

/** What the files of a team's messages take together at most. */
export const MAX_TEAM_ATTACHMENT_BYTES = 5_000_000_000;
/** How long a file is kept that no message has. */
export const UNUSED_MS = 86_400_000;
/** As many first bytes say what a file is. */
export const FIRST_BYTES = 256;

/** What files of messages may be, with the endings of their names, the usual one first. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
};

/** The media type of a file by its first bytes; null for what is not accepted. What it is called does not count. */
export function typeOf(first: Uint8Array): string | null {
  if (Buffer.from(first.subarray(0, 5)).toString('latin1') === '%PDF-') return 'application/pdf';
  const type = `image/${formatOf(first)}`;
  return type in ENDINGS ? type : null;
}

/**
 * What a file is called once its type is known: the last part of a path, on one line, without numbers of cards and accounts. It ends
 * with an ending of its type, so that it opens as what it is: a PDF called `bill.hta` would run.
 */
export function nameOf(said: string, type: string): string {
  const [usual = '', ...others] = ENDINGS[type] ?? [];
  const last = said.split(/[/\\]/).at(-1) ?? '';
  const visible = masked(last.replaceAll(UNSEEN, '').trim());
  const ending = /\.([^.]*)$/.exec(visible)?.[1]?.toLowerCase();
  if (ending !== undefined && [usual, ...others].includes(ending)) return visible;
  const stem = visible.slice(0, MAX_ATTACHMENT_NAME - usual.length - 1).toWellFormed();
  return `${stem || 'file'}.${usual}`;
}

/** What a file is called that is named by its address: the last part of that, or nothing yet. */
export function namedBy(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, MAX_ATTACHMENT_NAME).toWellFormed().replaceAll('\0', '');
  } catch {
    return ''; // no text in UTF-8
  }
}

/** Control characters, and those that turn the direction of a text: they make an ending look like another one. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** An announced file. */
export interface AnnouncedAttachment {
  readonly bytes: number;
  readonly sha256: string;
  readonly name?: string | null | undefined;
}

/** What is wrong with an announced file. */
export function announceFaults({ bytes, sha256, name }: AnnouncedAttachment): readonly ConversationError[] {
  const invalid = (field: string, message: string) => conversationError('INVALID', ['input', field], message);
  return [
    ...(bytes >= 1 && bytes <= MAX_ATTACHMENT_BYTES
      ? []
      : [invalid('bytes', `A file of a message has 1 to ${MAX_ATTACHMENT_BYTES / 1_000_000} MB.`)]),
    ...(/^[\da-f]{64}$/i.test(sha256)
      ? []
      : [invalid('sha256', 'The SHA-256 digest must have 64 hexadecimal digits.')]),
    ...(name == null || (name.length <= MAX_ATTACHMENT_NAME && isStorable(name))
      ? []
      : [invalid('name', `A name has at most ${MAX_ATTACHMENT_NAME} characters.`)]),
  ];
}

/** What is wrong with the files that a message names, regardless of stored data. */
export function namedFaults(ids: readonly string[], field: readonly string[]): readonly ConversationError[] {
  if (ids.length <= MAX_ATTACHMENTS && new Set(ids).size === ids.length) return [];
  return [attachmentRefused(field, `A message has at most ${MAX_ATTACHMENTS} files, each once.`)];
}

export const attachmentRefused = (field: readonly string[], message: string): ConversationError =>
  conversationError('ATTACHMENT_REFUSED', field, message);

export const NO_FILE = 'There is no such file of yours, or a message has it already.';
export const NOT_SENT = 'The file is not there yet: PUT it to its `uploadUrl` first.';
export const wrongType = (name: string): string =>
  `Files of messages are JPEG, PNG, WebP, HEIC or PDF: ${name} is none of them.`;
export const infected = (name: string): string =>
  `${name} is refused: something was found in it that may do harm.`;

/** Where the bytes of a file are kept. */
export const attachmentKey = (id: number): string => `attachments/${id}`;

const MEDIA_ID = /^attachment-(\d{1,16})$/;

/** The id of an uploaded file for those who send it. */
export const attachmentMediaId = (id: number): string => `attachment-${id}`;

/** The file that such an id names; null for any other. */
export const attachmentOfMediaId = (mediaId: string): string | null => MEDIA_ID.exec(mediaId)?.[1] ?? null;
