import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { CopiedText } from '../../components/copied-text.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { calendarsExportRotateDocument } from './generated.ts';

interface ExportLinkProps {
  readonly url: string;
  readonly unitTypeId: string;
  /** The link's feed; undefined for the unit type's own link. */
  readonly feedId?: string;
  /** Name of the item that the link belongs to. */
  readonly label: string;
}

/** A link to copy, and a button to replace it. */
export function ExportLink({ url, unitTypeId, feedId, label }: ExportLinkProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(calendarsExportRotateDocument);
  return (
    <>
      <CopiedText label={t`link for ${label}`} text={url} />
      <OnlyFor roles={['manager', 'revenue']}>
        <Group>
          <ConfirmButton
            size="xs"
            title={t`Replace the link for ${label}?`}
            text={t`The link stops working immediately. Until the other platform has the new one, it can't see which nights are taken.`}
            confirmLabel={t`Replace link`}
            onConfirm={() => mutateAsync({ unitTypeId, feedId: feedId ?? null })}
            isPending={isPending}
            error={error}
          >
            <Trans>Replace link</Trans>
          </ConfirmButton>
        </Group>
      </OnlyFor>
    </>
  );
}
