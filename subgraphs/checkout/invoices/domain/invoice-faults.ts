import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { isAddressBlock, isName, tidyAddressBlock } from '#kit/names.ts';
import {
  MAX_ADDRESS_BLOCK,
  MAX_ADDRESS_LINES,
  MAX_CREDIT_REASON,
  MAX_LEGAL_NAME,
  MAX_TAX_ID,
} from '#schema/limits.ts';
import type { Recipient } from './invoice-document.ts';

/** Reason that a document isn't issued. */
export interface InvoiceError {
  readonly field: readonly string[];
  readonly message: string;
  readonly code: string;
}

/** Creates an error for a field. */
export const invoiceError = (code: string, field: readonly string[], message: string): InvoiceError => ({
  field,
  message,
  code,
});

/** Recipient fields as sent by a caller. */
export type GivenRecipient = { readonly [Field in keyof Recipient]?: string | null };

const LONGEST = { name: MAX_LEGAL_NAME, company: MAX_LEGAL_NAME, vatNumber: MAX_TAX_ID } as const;

/** Returns the recipient, tidied, or the faults in it. */
export function readRecipient(given: GivenRecipient): Recipient | readonly InvoiceError[] {
  const recipient = {
    name: given.name?.trim() || null,
    company: given.company?.trim() || null,
    vatNumber: given.vatNumber?.trim() || null,
    address: (given.address && tidyAddressBlock(given.address)) || null,
  };
  const at = (field: keyof Recipient) => ['input', 'recipient', field];
  const faults: InvoiceError[] = [];
  for (const field of ['name', 'company', 'vatNumber'] as const) {
    const value = recipient[field];
    if (value !== null && !isName(value, LONGEST[field])) {
      const message = `\`${field}\` has at most ${LONGEST[field]} visible characters, in one line.`;
      faults.push(invoiceError('INVALID', at(field), message));
    }
  }
  if (
    recipient.address !== null &&
    !isAddressBlock(recipient.address, MAX_ADDRESS_BLOCK, MAX_ADDRESS_LINES)
  ) {
    const message = `\`address\` has at most ${MAX_ADDRESS_BLOCK} visible characters, in up to ${MAX_ADDRESS_LINES} lines.`;
    faults.push(invoiceError('INVALID', at('address'), message));
  }
  if (recipient.name === null && recipient.company === null) {
    faults.push(invoiceError('INVALID', at('name'), 'Enter a name or a company.'));
  }
  const carded = (['name', 'company', 'vatNumber', 'address'] as const).find((field) =>
    hasCardNumber(recipient[field] ?? ''),
  );
  if (carded) faults.push(invoiceError('CARD_DATA', at(carded), CARD_REFUSAL));
  return faults.length > 0 ? faults : recipient;
}

/** Returns the faults in a credit note's amount and reason. */
export function creditFaults(amount: number, reason: string | null): readonly InvoiceError[] {
  const faults: InvoiceError[] = [];
  if (amount <= 0) faults.push(invoiceError('INVALID', ['amount'], 'The amount must be above 0.'));
  if (reason !== null && hasCardNumber(reason)) {
    faults.push(invoiceError('CARD_DATA', ['reason'], CARD_REFUSAL));
  } else if (reason !== null && !isName(reason.replaceAll('\n', ' '), MAX_CREDIT_REASON)) {
    const message = `\`reason\` has at most ${MAX_CREDIT_REASON} visible characters.`;
    faults.push(invoiceError('INVALID', ['reason'], message));
  }
  return faults;
}
