import type { SubgraphContext } from '#db/context.ts';
import { knownLanguage, type Language, languageOf, longDay, moneyIn } from '#kit/language.ts';
import type { MessageVariable } from '#kit/message-variables.ts';
import { guestPage } from '#kit/storefront-origin.ts';
import { guestLocale } from '../../contacts/queries/contacts.ts';
import { sumsOf } from '../../folio/domain/folio-sums.ts';
import type { Booking, MessageTemplate } from '../../store/entities.ts';
import type { TemplateText } from '../domain/template-faults.ts';
import { fillText, type MessageValues } from '../domain/template-text.ts';
import type { MessageFacts } from '../operations/message-facts.ts';

/** A template filled in for a booking. */
export interface FilledTemplate {
  readonly subject: string;
  readonly body: string;
  readonly locale: string;
  readonly empty: readonly MessageVariable[];
}

const MAX_VALUE = 500;
const MAX_SUBJECT = 200;
const MAX_BODY = 10_000;

/**
 * Fills in a template for a booking, in the given language or the guest's, else the storefront's; null if it
 * has no text.
 */
export async function fillTemplate(
  ctx: SubgraphContext,
  { texts }: Pick<MessageTemplate, 'texts'>,
  { booking, facts }: { readonly booking: Booking; readonly facts: MessageFacts },
  wanted: string | null = null,
): Promise<FilledTemplate | null> {
  const locales = [wanted, await guestLocale(ctx, booking), facts.storefront?.locale ?? null];
  const text = textIn(texts, locales);
  if (!text) return null;
  const values = valuesOf(ctx, { booking, facts }, text.locale);
  const subject = fillText(text.subject, values);
  const body = fillText(text.body, values);
  return {
    subject: subject.text.replaceAll(/\s+/g, ' ').slice(0, MAX_SUBJECT).toWellFormed(),
    body: body.text.slice(0, MAX_BODY).toWellFormed(),
    locale: text.locale,
    empty: [...new Set([...subject.empty, ...body.empty])],
  };
}

/** Returns the text in the first of these locales that the template has, else its first text. */
function textIn(texts: readonly TemplateText[], locales: readonly (string | null)[]): TemplateText | null {
  const primary = (tag: string) => tag.toLowerCase().split('-')[0];
  for (const locale of locales) {
    if (locale === null) continue;
    const exact = texts.find((text) => text.locale.toLowerCase() === locale.toLowerCase());
    const found = exact ?? texts.find((text) => primary(text.locale) === primary(locale));
    if (found) return found;
  }
  return texts[0] ?? null;
}

function valuesOf(
  ctx: SubgraphContext,
  { booking, facts }: { readonly booking: Booking; readonly facts: MessageFacts },
  locale: string,
): MessageValues {
  const language: Language = knownLanguage(locale) ?? languageOf(null);
  const { checkIn, checkOut, assignedUnits, lines, currency, permalinkId } = booking;
  const nights = Temporal.PlainDate.from(checkIn).until(checkOut, { largestUnit: 'days' }).days;
  const domain = facts.storefront?.domain;
  const code = booking.customFields.find(
    ({ key, visibility, value }) => key === 'door_code' && visibility === 'guest' && value.trim() !== '',
  );
  const values: MessageValues = {
    'guest.firstName': booking.guestFirstName,
    'guest.lastName': booking.guestLastName,
    'stay.checkIn': longDay(language, checkIn),
    'stay.checkOut': longDay(language, checkOut),
    'stay.nights': String(nights),
    'unit.name': assignedUnits.map(({ name }) => name).join(', '),
    'unitType.name': [...new Set(lines.map(({ title }) => title))].join(', '),
    'property.name': facts.property?.name ?? '',
    'booking.reference': booking.reference,
    'door.code': code?.value ?? '',
    balance: moneyIn(language, sumsOf(booking).balance, currency),
    permalink: domain ? guestPage(ctx, domain, `/bookings/${permalinkId}`, language) : '',
  };
  const short = Object.entries(values).map(([name, value]) => [
    name,
    value.slice(0, MAX_VALUE).toWellFormed(),
  ]);
  return Object.fromEntries(short) as MessageValues; // has the same names
}
