import { SimpleGrid, TextInput } from '@mantine/core';

/** A bank account as typed. */
export interface BankAccount {
  readonly holder: string;
  readonly iban: string;
  readonly bic: string;
}

export const emptyAccount: BankAccount = { holder: '', iban: '', bic: '' };

interface BankFieldsProps {
  readonly account: BankAccount;
  /** Fields refused by the last save. */
  readonly refused: Readonly<Record<string, true>>;
  readonly onChange: (account: BankAccount) => void;
}

/** Account for guests' bank transfers. */
export function BankFields({ account, refused, onChange }: BankFieldsProps) {
  const typed = (field: keyof BankAccount) => ({
    value: account[field],
    error: refused[`paymentMethods.0.bankAccount.${field}`],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...account, [field]: value }),
  });
  return (
    <>
      <TextInput label="Account holder" maxLength={120} autoComplete="off" {...typed('holder')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="IBAN"
          description="With or without spaces"
          maxLength={42}
          autoComplete="off"
          {...typed('iban')}
        />
        <TextInput
          label="BIC"
          description="Only where banks ask for it"
          maxLength={11}
          autoComplete="off"
          {...typed('bic')}
        />
      </SimpleGrid>
    </>
  );
}
