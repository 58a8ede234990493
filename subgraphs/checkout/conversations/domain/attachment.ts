import { formatOf } from '#kit/images/formats.ts';
import { isStorable } from '#kit/text.ts';
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENT_NAME, MAX_ATTACHMENTS } from '#schema/limits.ts';
import { masked } from '../../domain/masking.ts';
import { type ConversationError, conversationError } from './conversation-refusal.ts';

/** Quota for all message files in a team. */
export const MAX_TEAM_ATTACHMENT_BYTES = 5_000_000_000;
/** An unused file is kept this long. */
export const UNUSED_MS = 86_400_000;
/** Bytes needed to detect a file's type. */
export const FIRST_BYTES = 256;

/** Accepted media types with their file extensions, most common first. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
};

/** Detects a file's media type from its first bytes; null if not accepted. The name is ignored. */
export function typeOf(first: Uint8Array): string | null {
  if (Buffer.from(first.subarray(0, 5)).toString('latin1') === '%PDF-') return 'application/pdf';
  const type = `image/${formatOf(first)}`;
  return type in ENDINGS ? type : null;
}

/**
 * Returns a file's name for its type: the last path segment, on one line, without card or account numbers. It
 * ends with an extension for its type, so it opens as that type: otherwise, a PDF called `bill.hta` would be
 * executed.
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

/** Returns a file's name from its URL: the last path segment, or empty. */
export function namedBy(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, MAX_ATTACHMENT_NAME).toWellFormed().replaceAll('\0', '');
  } catch {
    return ''; // invalid UTF-8
  }
}

/** Control and text-direction characters, which can disguise a file extension. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** An announced file. */
export interface AnnouncedAttachment {
  readonly bytes: number;
  readonly sha256: string;
  readonly name?: string | null | undefined;
}

/** Returns the errors in an announced file. */
export function announceFaults({ bytes, sha256, name }: AnnouncedAttachment): readonly ConversationError[] {
  const invalid = (field: string, message: string) => conversationError('INVALID', ['input', field], message);
  return [
    ...(bytes >= 1 && bytes <= MAX_ATTACHMENT_BYTES
      ? []
      : [
          invalid(
            'bytes',
            `A message's file must be at most ${MAX_ATTACHMENT_BYTES / 1_000_000} MB and not empty.`,
          ),
        ]),
    ...(/^[\da-f]{64}$/i.test(sha256)
      ? []
      : [invalid('sha256', 'The SHA-256 digest must have 64 hexadecimal digits.')]),
    ...(name == null || (name.length <= MAX_ATTACHMENT_NAME && isStorable(name))
      ? []
      : [invalid('name', `A name can have at most ${MAX_ATTACHMENT_NAME} characters.`)]),
  ];
}

/** Returns the errors in a message's file list, without reading stored data. */
export function namedFaults(ids: readonly string[], field: readonly string[]): readonly ConversationError[] {
  if (ids.length <= MAX_ATTACHMENTS && new Set(ids).size === ids.length) return [];
  return [attachmentRefused(field, `A message can have at most ${MAX_ATTACHMENTS} files, each only once.`)];
}

export const attachmentRefused = (field: readonly string[], message: string): ConversationError =>
  conversationError('ATTACHMENT_REFUSED', field, message);

export const NO_FILE = 'You have no such file, or a message already has it.';
export const NOT_SENT = "The file hasn't been uploaded yet. PUT it to its `uploadUrl` first.";
export const wrongType = (name: string): string =>
  `A message's files must be JPEG, PNG, WebP, HEIC or PDF. ${name} isn't.`;
export const infected = (name: string): string =>
  `${name} was refused because it contains something that could be harmful.`;

/** Storage key for a file's bytes. */
export const attachmentKey = (id: number): string => `attachments/${id}`;

const MEDIA_ID = /^attachment-(\d{1,16})$/;

/** Returns the media id that senders use for an uploaded file. */
export const attachmentMediaId = (id: number): string => `attachment-${id}`;

/** Returns the file for a media id; null for any other id. */
export const attachmentOfMediaId = (mediaId: string): string | null => MEDIA_ID.exec(mediaId)?.[1] ?? null;
