import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Permissions } from './permissions.tsx';

interface BroughtTaskTypesProps {
  readonly taskTypes: readonly { readonly key: string; readonly name: string; readonly text: string }[];
}

/** A readable list of the task types that an app adds; hidden if empty. */
export function BroughtTaskTypes({ taskTypes }: BroughtTaskTypesProps) {
  if (!taskTypes.length) return null;
  return (
    <div>
      <Text fw={600} mt="md" mb="xs">
        <Trans>It adds these task types</Trans>
      </Text>
      <Permissions
        permissions={taskTypes.map(({ key, name, text }) => ({
          name: key,
          title: name,
          text,
          isNew: false,
        }))}
      />
    </div>
  );
}
