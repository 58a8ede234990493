import { Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { type StorefrontUpdateInput, storefrontsSetDocument } from './generated.ts';

interface SettingProps {
  readonly label: string;
  readonly description: string;
  readonly checked: boolean;
  readonly change: (checked: boolean) => StorefrontUpdateInput;
  /** The switch position that removes something from guests or agents, and its confirmation. */
  readonly asks: {
    readonly when: boolean;
    readonly title: string;
    readonly text: string;
    readonly confirmLabel: string;
  };
}

/** An on/off setting that takes effect immediately; a change that removes something needs confirmation. */
export function Setting({ label, description, checked, change, asks }: SettingProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, mutateAsync, isPending, error } = useTeamMutation(storefrontsSetDocument);
  const flip = () => (asks.when === !checked ? open() : mutate({ input: change(!checked) }));
  return (
    <div>
      <Switch
        label={label}
        description={description}
        checked={checked}
        disabled={isPending}
        onChange={flip}
      />
      {!opened && <ErrorNote error={error} />}
      <ConfirmDialog
        opened={opened}
        close={close}
        title={asks.title}
        text={asks.text}
        confirmLabel={asks.confirmLabel}
        onConfirm={() => mutateAsync({ input: change(asks.when) })}
        isPending={isPending}
        error={error}
      />
    </div>
  );
}
