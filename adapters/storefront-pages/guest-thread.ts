import type { FastifyRequest } from 'fastify';
import { MAX_MESSAGE } from '#schema/limits.ts';
import { ask, type StorefrontPages } from './ask.ts';
import { type GuestThreadFragment, guestThreadDocument, guestWritesDocument } from './generated.ts';
import { type Draft, readDraft } from './thread-form.ts';
import { linkTo, type Visit } from './visit.ts';

/** A guest's link to a booking or a request. */
type Place = { readonly permalinkId: string } | { readonly requestId: string };

/** Returns messages at a guest's link; null if guests can't write there. */
export async function readThread(
  pages: StorefrontPages,
  request: FastifyRequest,
  { storefront }: Visit,
  place: Place,
): Promise<GuestThreadFragment | null> {
  const found = await ask(pages, request, guestThreadDocument, { storefrontId: storefront.id, ...place });
  return found.guestConversation;
}

/**
 * Sends a form's message. Returns the form with its error if it wasn't sent; null once it has been sent, even
 * if the form is submitted again.
 */
export async function sendFromGuest(
  pages: StorefrontPages,
  request: FastifyRequest,
  { storefront }: Visit,
  place: Place,
): Promise<Draft | null> {
  const draft = readDraft(request.body);
  if (draft.fault !== null) return draft;
  if (draft.text.length > MAX_MESSAGE) return { ...draft, fault: 'TOO_LONG' };
  const { guestMessageSend } = await ask(pages, request, guestWritesDocument, {
    input: { storefrontId: storefront.id, ...place, text: draft.text, idempotencyKey: draft.key },
  });
  const [refusal] = guestMessageSend.userErrors;
  return refusal ? { ...draft, fault: faultOf(refusal.code) } : null;
}

/** Returns the page to redirect to after sending a message. */
export const sentAt = (visit: Visit, path: string): string =>
  `${linkTo(visit, `${path}?message=sent`)}#messages`;

const FAULTS: Readonly<Record<string, NonNullable<Draft['fault']>>> = {
  TOO_MANY: 'TOO_MANY',
  WINDOW_CLOSED: 'WINDOW_CLOSED',
};

const faultOf = (code: string | null | undefined): NonNullable<Draft['fault']> =>
  FAULTS[code ?? ''] ?? 'other';
