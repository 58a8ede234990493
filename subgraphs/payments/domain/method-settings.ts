import { isName } from '#kit/names.ts';
import { isStorable } from '#kit/text.ts';
import { MAX_HOLD_HOURS, MAX_INSTRUCTIONS } from '#schema/limits.ts';
import type { BankAccountInput, PaymentEffect, PaymentMethodInput, PaymentMethodKind } from '../generated.ts';
import { readBic, readIban } from './iban.ts';
import { DEFAULT_EFFECT, DEFAULT_HOLD_HOURS } from './methods.ts';

const LONGEST_HOLDER = 120;

/** A stored bank account. */
export interface BankAccount {
  readonly holder: string;
  readonly iban: string;
  readonly bic: string | null;
}

/** Details shown to a guest who chose a method; stored sealed. */
export interface MethodDetails {
  readonly instructions: string | null;
  readonly bankAccount: BankAccount | null;
}

/** A method's settings. */
export interface MethodSettings extends MethodDetails {
  readonly kind: PaymentMethodKind;
  readonly enabled: boolean;
  readonly effect: PaymentEffect;
  readonly holdHours: number;
}

/** An error in a setting: its path within the method, and a sentence. */
export interface SettingFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Parses a host's settings, with defaults for absent fields, or returns their errors. */
export function readSettings(
  given: PaymentMethodInput,
  { testsAllowed }: { readonly testsAllowed: boolean },
): MethodSettings | readonly SettingFault[] {
  const { kind, enabled } = given;
  const settings: MethodSettings = {
    kind,
    enabled,
    effect: given.effect ?? DEFAULT_EFFECT[kind],
    holdHours: given.holdHours ?? DEFAULT_HOLD_HOURS,
    instructions: given.instructions?.trim() || null,
    bankAccount: given.bankAccount ? normalAccount(given.bankAccount) : null,
  };
  const faults = [
    ...faultsOf(settings, testsAllowed),
    ...(given.bankAccount ? accountFaults(given.bankAccount) : []),
  ];
  return faults.length > 0 ? faults : settings;
}

function faultsOf(settings: MethodSettings, testsAllowed: boolean): SettingFault[] {
  const { kind, enabled, holdHours, instructions, bankAccount } = settings;
  const faults: SettingFault[] = [];
  const refuse = (path: string, message: string) => faults.push({ path: [path], message });
  if (kind === 'test' && enabled && !testsAllowed)
    refuse('kind', 'Only a sandbox storefront can offer test payments: they confirm bookings without money.');
  if (holdHours < 1 || holdHours > MAX_HOLD_HOURS)
    refuse('holdHours', `A booking can be held for 1 to ${MAX_HOLD_HOURS} hours.`);
  if (instructions !== null && ([...instructions].length > MAX_INSTRUCTIONS || !isStorable(instructions)))
    refuse('instructions', `The instructions can have at most ${MAX_INSTRUCTIONS} characters and no U+0000.`);
  if (bankAccount !== null && kind !== 'bank_transfer')
    refuse('bankAccount', 'Only a bank transfer can have a bank account.');
  if (kind === 'bank_transfer' && enabled && bankAccount === null && instructions === null)
    refuse('bankAccount', 'A bank transfer needs a bank account or instructions that name one.');
  return faults;
}

function accountFaults({ holder, iban, bic }: BankAccountInput): SettingFault[] {
  const faults: SettingFault[] = [];
  const refuse = (path: string, message: string) => faults.push({ path: ['bankAccount', path], message });
  if (!isName(holder, LONGEST_HOLDER))
    refuse('holder', `The holder must have 1 to ${LONGEST_HOLDER} visible characters.`);
  if (readIban(iban) === null) refuse('iban', "This isn't a valid IBAN. Check it for typos.");
  if (bic?.trim() && readBic(bic) === null)
    refuse('bic', "This isn't a valid BIC. It must have 8 or 11 letters and digits.");
  return faults;
}

const normalAccount = ({ holder, iban, bic }: BankAccountInput): BankAccount => ({
  holder: holder.trim(),
  iban: readIban(iban) ?? '',
  bic: bic?.trim() ? readBic(bic) : null,
});
