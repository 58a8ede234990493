import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Checkbox, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import {
  bookingSavedViewRemoveDocument,
  bookingSavedViewSetDocument,
  bookingSavedViewsDocument,
  type SavedViewFragment,
} from './generated.ts';
import { isAsSaved, type ListState, viewOf } from './list-address.ts';

const MAX_NAME = 60;

interface SavedViewsProps {
  readonly state: ListState;
  /** Id of the opened view; empty without one. */
  readonly opened: string;
  readonly open: (view: SavedViewFragment) => void;
  /** Shows all bookings again. */
  readonly leave: () => void;
  /** True for roles with access to balances. */
  readonly isDesk: boolean;
}

/** Saved views of the bookings list: opens, saves, renames, shares and deletes them. */
export function SavedViews({ state, opened, open, leave, isDesk }: SavedViewsProps) {
  const { data } = useTeamQuery(bookingSavedViewsDocument, {});
  const [dialog, setDialog] = useState<'new' | 'edit' | 'delete' | null>(null);
  const save = useTeamMutation(bookingSavedViewSetDocument);
  const remove = useTeamMutation(bookingSavedViewRemoveDocument);
  const views = data?.bookingViews ?? [];
  const view = views.find(({ id }) => id === opened) ?? null;
  const isChanged = view !== null && !isAsSaved(state, view);
  const groups = [
    [t`Shared with the team`, views.filter(({ shared }) => shared)],
    [t`Only yours`, views.filter(({ shared }) => !shared)],
  ] as const;
  const close = () => setDialog(null);
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            maw={280}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {view ? (isChanged ? t`${view.name} (changed)` : view.name) : t`Views`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          {views.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" py={6}>
              <Trans>Save filters, order and columns to open them again.</Trans>
            </Text>
          )}
          {groups.map(
            ([label, members]) =>
              members.length > 0 && (
                <div key={label}>
                  <Menu.Label>{label}</Menu.Label>
                  {members.map((each) => (
                    <Menu.Item
                      key={each.id}
                      onClick={() => open(each)}
                      rightSection={
                        each.id === opened && <IconCheck size={16} aria-label={t`Current view`} />
                      }
                    >
                      {each.name}
                    </Menu.Item>
                  ))}
                </div>
              ),
          )}
          <Menu.Divider />
          {view && isChanged && view.editable && (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              onClick={() =>
                save.mutate({
                  input: { id: view.id, name: view.name, shared: view.shared, ...viewOf(state, isDesk) },
                })
              }
            >
              <Trans>Save the changes</Trans>
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setDialog('new')}>
            <Trans>Save as a new view</Trans>
          </Menu.Item>
          {view?.editable && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
                <Trans>Rename or share</Trans>
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDialog('delete')}
              >
                <Trans>Delete this view</Trans>
              </Menu.Item>
            </>
          )}
          {view && (
            <Menu.Item onClick={leave}>
              <Trans>Close this view</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ErrorNote error={dialog === null ? save.error : null} />
      {dialog === 'new' && (
        <ViewDialog state={state} isDesk={isDesk} view={null} close={close} saved={open} />
      )}
      {dialog === 'edit' && view && (
        <ViewDialog state={state} isDesk={isDesk} view={view} close={close} saved={() => {}} />
      )}
      {view && (
        <ConfirmDialog
          opened={dialog === 'delete'}
          close={close}
          title={t`Delete “${view.name}”?`}
          text={
            view.shared
              ? t`No one on the team can open this view anymore. The bookings stay.`
              : t`The bookings stay.`
          }
          confirmLabel={t`Delete the view`}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={async () => {
            await remove.mutateAsync({ id: view.id });
            leave();
          }}
        />
      )}
    </>
  );
}

interface ViewDialogProps {
  readonly state: ListState;
  readonly isDesk: boolean;
  /** The view to rename or share; null to save a new one. */
  readonly view: SavedViewFragment | null;
  readonly close: () => void;
  readonly saved: (view: SavedViewFragment) => void;
}

/** Dialog for a view's name and readers. Renaming keeps the saved filters. */
function ViewDialog({ state, isDesk, view, close, saved }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const { mutate, isPending, error } = useTeamMutation(bookingSavedViewSetDocument);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const content = view
      ? { id: view.id, filter: view.filter, order: view.order, columns: view.columns }
      : viewOf(state, isDesk);
    mutate(
      { input: { ...content, name: name.trim(), shared } },
      {
        onSuccess: ({ bookingViewSet: { bookingView } }) => {
          close();
          if (bookingView) saved(bookingView);
        },
      },
    );
  };
  return (
    <OpenDialog onClose={close} title={view ? t`Rename or share the view` : t`Save as a new view`} centered>
      <Form error={error} onSubmit={submit}>
        <Stack>
          <TextInput
            field="name"
            label={t`Name`}
            placeholder={t`Unpaid channel bookings`}
            required
            maxLength={MAX_NAME}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <Checkbox
            field="shared"
            label={t`Share with the team`}
            description={t`Everyone who can see bookings can open it.`}
            checked={shared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
          {view === null && (
            <Text size="sm" c="dimmed">
              <Trans>Saves the status, filters, order and columns, but not the search.</Trans>
            </Text>
          )}
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isPending} disabled={name.trim() === ''}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        </Stack>
      </Form>
    </OpenDialog>
  );
}
