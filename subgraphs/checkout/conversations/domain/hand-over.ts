import * as z from 'zod';
import { isStorable, readJson } from '#kit/text.ts';
import { MAX_EXTERNAL_ID, MAX_FAILURE_CODE, MAX_FAILURE_TEXT } from '#schema/limits.ts';

/**
 * A message accepted by its app: either sent, with its id in the guest's inbox, or `taken`, to be reported
 * later.
 */
export type HandedMessage = { readonly externalId: string } | 'taken';

/** Outcome of one delivery attempt, as the engine's moves (`db/jobs/lease-states.ts`). */
export type HandedOver =
  | { readonly move: 'finish'; readonly done: HandedMessage }
  /** It may have been sent, so it is retried. */
  | { readonly move: 'retry'; readonly problem: MessageFailure }
  /** It will never be sent. */
  | { readonly move: 'give_up'; readonly problem: MessageFailure };

/** Reason a message failed. */
export interface MessageFailure {
  readonly code: string;
  readonly text: string | null;
}

/** An app's response: `status` is null without a response, and `failure` has the reason. */
export interface HandOverAnswer {
  readonly status: number | null;
  readonly body: string;
  readonly failure?: string | null | undefined;
}

const Sent = z.object({
  external_id: z
    .string()
    .min(1)
    .max(MAX_EXTERNAL_ID)
    .refine((id) => isStorable(id) && !/\p{Cc}/u.test(id)),
});
const Refused = z.object({
  code: z.string().min(1).max(MAX_FAILURE_CODE).refine(isStorable),
  message: z.string().max(MAX_FAILURE_TEXT).refine(isStorable).nullish(),
  retry: z.literal(false),
});

/** Interprets an app's response to a message (docs/interface/conversations.md#handing-over). */
export function readHandOver({ status, body, failure }: HandOverAnswer): HandedOver {
  if (status === null) return unclear(`didn't respond: ${failure ?? 'no response'}`);
  if (status === 202) return { move: 'finish', done: 'taken' };
  if (status === 200) {
    const sent = Sent.safeParse(readJson(body));
    if (sent.success) return { move: 'finish', done: { externalId: sent.data.external_id } };
    return unclear('returned 200 without a readable `external_id`');
  }
  if (status >= 400 && status < 500) {
    const refused = Refused.safeParse(readJson(body));
    if (refused.success) return refusedWith({ code: refused.data.code, text: refused.data.message ?? null });
    if (status === 410) return refusedWith(GONE);
  }
  return unclear(`returned status ${status}`);
}

const unclear = (problem: string): HandedOver => ({
  move: 'retry',
  problem: notTaken(`The app ${problem}.`),
});
const refusedWith = (problem: MessageFailure): HandedOver => ({ move: 'give_up', problem });

const GONE: MessageFailure = { code: 'GONE', text: "The app doesn't accept messages for this conversation." };

/** The conversation's app has been uninstalled. */
export const NO_PROVIDER: MessageFailure = {
  code: 'NO_PROVIDER',
  text: 'The app that carries the conversation is no longer installed.',
};

/** The app accepted a message but never reported its outcome. */
export const NO_REPORT: MessageFailure = {
  code: 'NO_REPORT',
  text: "The app accepted the message but didn't report its outcome within 24 hours.",
};

/** Time limit for the last attempt, measured from the first. */
const TRIED_FOR_MS = 24 * 3_600_000;

/** Time limit for an app to report an accepted message's outcome. */
export const REPORTED_WITHIN_MS = 24 * 3_600_000;

/** Each delay is up to this fraction longer, so that simultaneous failures aren't retried simultaneously. */
const JITTER = 0.1;

/** Extra attempts to make up for interrupted ones. */
const SPARE_ATTEMPTS = 3;

/** Retry schedule for a message. `scheduleMs[n]` is the delay before attempt n + 1, as for webhooks. */
export function handOverRetries(scheduleMs: readonly number[]) {
  const delaysMs: number[] = [];
  let sinceFirstMs = 0;
  for (const delayMs of scheduleMs.slice(1)) {
    sinceFirstMs += delayMs;
    if (sinceFirstMs > TRIED_FOR_MS) break;
    delaysMs.push(delayMs);
  }
  return { delaysMs, jitter: JITTER, mostAttempts: delaysMs.length + 1 + SPARE_ATTEMPTS };
}

/** Failure for a message that its app never accepted. */
export const notTaken = (problem: string): MessageFailure => ({
  code: 'NOT_TAKEN',
  text: problem.slice(0, MAX_FAILURE_TEXT).toWellFormed(),
});

/** Failure for a message whose attempts were all interrupted. */
export const INTERRUPTED = notTaken('Every attempt to send it to the app was interrupted.');

/** A file for an app, with a URL valid for ten minutes. */
export interface HandedFile {
  readonly url: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** Request body for an app. Retries send the same bytes, except for the files' URLs. */
export const handOverBody = (
  message: { readonly id: number; readonly text: string; readonly sentAt: Date },
  conversation: { readonly id: number; readonly externalId: string | null },
  attachments: readonly HandedFile[],
): string =>
  JSON.stringify({
    message_id: String(message.id),
    conversation: { id: String(conversation.id), external_id: conversation.externalId },
    text: message.text,
    attachments,
    sent_at: message.sentAt.toISOString(),
  });
