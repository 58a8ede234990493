import { t } from '@lingui/core/macro';
import { SimpleGrid } from '@mantine/core';
import { TextInput } from '../../components/fields.tsx';

/** A bank account as typed. */
export interface BankAccount {
  readonly holder: string;
  readonly iban: string;
  readonly bic: string;
}

export const emptyAccount: BankAccount = { holder: '', iban: '', bic: '' };

interface BankFieldsProps {
  readonly account: BankAccount;
  /** Path of the account's payment method within the mutation's input; null if it isn't sent. */
  readonly within: string | null;
  readonly onChange: (account: BankAccount) => void;
}

/** Account for guests' bank transfers. */
export function BankFields({ account, within, onChange }: BankFieldsProps) {
  const typed = (field: keyof BankAccount) => ({
    value: account[field],
    field: within && `${within}.bankAccount.${field}`,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...account, [field]: value }),
  });
  return (
    <>
      <TextInput label={t`Account holder`} maxLength={120} autoComplete="off" {...typed('holder')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t`IBAN`}
          description={t`With or without spaces`}
          maxLength={42}
          autoComplete="off"
          {...typed('iban')}
        />
        <TextInput
          label={t`BIC`}
          description={t`Only where banks ask for it`}
          maxLength={11}
          autoComplete="off"
          {...typed('bic')}
        />
      </SimpleGrid>
    </>
  );
}
