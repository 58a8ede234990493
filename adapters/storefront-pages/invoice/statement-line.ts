import { countIn, type Language, plainDay } from '#kit/language.ts';
import { INVOICE_WORDS } from '../words/invoice-words.ts';
import { STATEMENT_WORDS } from '../words/statement-words.ts';

const PERIOD = /, (\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})$/;
const UNITS = /: (\d[\d,]*) units$/;
const UNUSED = /^(.*?): unused days of (.*)$/s;
const CREDIT_NOTE = /^Credit note (SC-\d{4}-\d+)$/;

/**
 * Writes a statement's line in a language: `Crew: Pro, 10 January 2040 – 9 February 2040`. Statements store their lines
 * in English, as they were charged; names for apps, plans and use stay as they are.
 */
export function statementLine(language: Language, description: string): string {
  const [, creditNote] = CREDIT_NOTE.exec(description) ?? [];
  if (creditNote !== undefined) return INVOICE_WORDS[language].creditNoteNumber(creditNote);
  const [period, from, until] = PERIOD.exec(description) ?? [];
  if (period === undefined || from === undefined || until === undefined) return description;
  const charged = description.slice(0, -period.length);
  return `${chargeIn(language, charged)}, ${plainDay(language, from)} – ${plainDay(language, until)}`;
}

function chargeIn(language: Language, charged: string): string {
  const { units, unusedDays } = STATEMENT_WORDS[language];
  const [, app, plan] = UNUSED.exec(charged) ?? [];
  if (app !== undefined && plan !== undefined) return `${app}: ${unusedDays(plan)}`;
  return charged.replace(
    UNITS,
    (_all, count: string) => `: ${countIn(language, Number(count.replaceAll(',', '')), units)}`,
  );
}
