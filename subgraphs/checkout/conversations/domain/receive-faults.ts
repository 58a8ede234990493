import { MAX_EMAIL } from '#kit/email.ts';
import { isStorable, isTextWithin } from '#kit/text.ts';
import {
  MAX_ATTACHMENT_URL,
  MAX_ATTACHMENTS,
  MAX_EXTERNAL_ID,
  MAX_FAILURE_CODE,
  MAX_FAILURE_TEXT,
  MAX_NAME,
  MAX_PHONE,
  MAX_SUBJECT,
} from '#schema/limits.ts';
import type {
  Maybe,
  MessageFailureInput,
  ReceivedAttachmentInput,
  ReceivedContactInput,
  ReceiveInput,
} from '../../generated.ts';
import { attachmentRefused, namedFaults } from './attachment.ts';
import type { ConversationError } from './conversation-refusal.ts';
import { messageFaults } from './message-faults.ts';

const invalid = (path: string, message: string): ConversationError => ({
  field: path.split('.'),
  message,
  code: 'INVALID',
});

/** Returns all errors in a message from an app, without reading stored data. */
export function receiveFaults({ conversation, message }: ReceiveInput): ConversationError[] {
  const { externalId, subject, contact, bookingReference, externalBookingId } = conversation;
  const of = (field: string) => `input.conversation.${field}`;
  return [
    ...idFaults(of('externalId'), externalId),
    ...(subject == null || isKept(subject, MAX_SUBJECT)
      ? []
      : [invalid(of('subject'), `A subject can have at most ${MAX_SUBJECT} characters.`)]),
    ...idFaults(of('bookingReference'), bookingReference),
    ...idFaults(of('externalBookingId'), externalBookingId),
    ...(contact == null ? [] : contactFaults(contact)),
    ...idFaults('input.message.externalId', message.externalId),
    ...messageFaults(message.text, null, ['input', 'message']),
    ...attachmentFaults(message.attachments ?? []),
  ];
}

function attachmentFaults(files: readonly ReceivedAttachmentInput[]): ConversationError[] {
  const field = ['input', 'message', 'attachments'];
  if (files.length > MAX_ATTACHMENTS) return [attachmentRefused(field, TOO_MANY)];
  const faults = files.flatMap(({ url, mediaId }, at) => {
    const of = [...field, String(at)];
    if ((url == null) === (mediaId == null)) return [attachmentRefused(of, ONE_OF_TWO)];
    return url == null || isAddress(url) ? [] : [attachmentRefused([...of, 'url'], NO_ADDRESS)];
  });
  return faults.length > 0 ? faults : [...namedFaults(mediaIdsOf(files), field)];
}

const TOO_MANY = `A message can have at most ${MAX_ATTACHMENTS} files.`;
const ONE_OF_TWO = "Give either a file's `url` or the `mediaId` of a file that you uploaded.";
const NO_ADDRESS = `A file's address must be an https URL of at most ${MAX_ATTACHMENT_URL} characters without a user name.`;

/** True if the URL can be requested; kit/http.ts decides if it is allowed when fetching. */
function isAddress(url: string): boolean {
  if (url.length > MAX_ATTACHMENT_URL || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** Returns the media ids of a message's uploaded files. */
export const mediaIdsOf = (files: readonly ReceivedAttachmentInput[]): readonly string[] =>
  files.flatMap(({ mediaId }) => mediaId ?? []);

/** Returns all errors in a delivery report, without reading stored data. */
export function reportFaults(
  externalId: Maybe<string> | undefined,
  failure: Maybe<MessageFailureInput> | undefined,
): ConversationError[] {
  return [
    ...idFaults('externalId', externalId),
    ...(failure == null || isTextWithin(failure.code, MAX_FAILURE_CODE)
      ? []
      : [invalid('failure.code', `A code must have 1 to ${MAX_FAILURE_CODE} characters.`)]),
    ...(failure?.text == null || isKept(failure.text, MAX_FAILURE_TEXT)
      ? []
      : [invalid('failure.text', `A reason can have at most ${MAX_FAILURE_TEXT} characters.`)]),
  ];
}

function contactFaults({ firstName, lastName, email, phone }: ReceivedContactInput): ConversationError[] {
  const longest = { firstName: MAX_NAME, lastName: MAX_NAME, email: MAX_EMAIL, phone: MAX_PHONE };
  return Object.entries({ firstName, lastName, email, phone }).flatMap(([field, given]) => {
    const most = longest[field as keyof typeof longest];
    if (given == null || isKept(given, most)) return [];
    return [
      invalid(`input.conversation.contact.${field}`, `\`${field}\` can have at most ${most} characters.`),
    ];
  });
}

const isKept = (text: string, longest: number): boolean => text.length <= longest && isStorable(text);

function idFaults(path: string, id: Maybe<string> | undefined): ConversationError[] {
  if (id == null || (isTextWithin(id, MAX_EXTERNAL_ID) && !/\p{Cc}/u.test(id))) return [];
  return [invalid(path, `This must have 1 to ${MAX_EXTERNAL_ID} visible characters.`)];
}
