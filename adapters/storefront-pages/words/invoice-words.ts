import type { Language } from '#kit/language.ts';
import { INVOICES_DE } from './invoices-de.ts';
import { INVOICES_EN, type InvoiceWords } from './invoices-en.ts';
import { INVOICES_ES } from './invoices-es.ts';
import { INVOICES_FR } from './invoices-fr.ts';
import { INVOICES_IT } from './invoices-it.ts';
import { INVOICES_NL } from './invoices-nl.ts';

export const INVOICE_WORDS: Readonly<Record<Language, InvoiceWords>> = {
  en: INVOICES_EN,
  de: INVOICES_DE,
  fr: INVOICES_FR,
  es: INVOICES_ES,
  it: INVOICES_IT,
  nl: INVOICES_NL,
};
