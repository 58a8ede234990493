import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { instantAt } from '../../format/dates.ts';
import { conventions } from '../../i18n/language.ts';
import { messageSentAgainDocument, type ThreadMessageFragment } from './generated.ts';
import { LinkedText } from './linked-text.tsx';
import { authorWords, deliveryWords } from './message-words.tsx';
import classes from './messages.module.css';
import { MESSAGE_ROLES } from './roles.ts';

interface ThreadProps {
  readonly messages: readonly ThreadMessageFragment[];
  /** The property's time zone; null for the reader's own. */
  readonly timeZone: string | null;
}

/** Messages in order, with the delivery status of sent messages. */
export function Thread({ messages, timeZone }: ThreadProps) {
  return (
    <ol className={classes.thread} aria-label={t`Messages`}>
      {messages.map((message) => (
        <li key={message.id} className={classes.message} data-direction={message.direction}>
          <Text size="xs" c="dimmed" mb={4}>
            <strong>{authorWords(message)}</strong>, {instantAt(message.sentAt, timeZone)}
          </Text>
          <LinkedText text={message.text} />
          <Files attachments={message.attachments} />
          <Delivery message={message} />
        </li>
      ))}
    </ol>
  );
}

/** A message's files; missing files are shown by name. */
function Files({ attachments }: Pick<ThreadMessageFragment, 'attachments'>) {
  if (attachments.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={t`Files`}>
      {attachments.map(({ id, name, bytes, url }) => (
        <li key={id}>
          {url ? (
            <Anchor href={url} size="sm">
              {name}
            </Anchor>
          ) : (
            <Text size="sm">
              <Trans>{name}, not available</Trans>
            </Text>
          )}
          {bytes !== null && (
            <Text span size="xs" c="dimmed">
              {' '}
              {fileSize(bytes)}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

const fileSize = (bytes: number): string =>
  bytes < 1_000_000
    ? t`${Math.max(1, Math.round(bytes / 1_000))} KB`
    : t`${(bytes / 1_000_000).toLocaleString(conventions(), { maximumFractionDigits: 1 })} MB`;

/** A message's delivery status, and a button that resends a failed message. */
function Delivery({ message }: { readonly message: ThreadMessageFragment }) {
  const again = useTeamMutation(messageSentAgainDocument);
  const words = deliveryWords(message);
  if (words === null) return null;
  const failed = message.status === 'failed';
  return (
    <>
      <Group gap="xs" mt={6}>
        <Text size="xs" {...(failed ? { c: 'var(--mantine-color-error)', fw: 600 } : { c: 'dimmed' })}>
          {words}
          {message.failure && `: ${message.failure.text ?? message.failure.code}`}
        </Text>
        {failed && (
          <OnlyFor roles={MESSAGE_ROLES}>
            <Button
              size="compact-xs"
              variant="default"
              loading={again.isPending}
              onClick={() => again.mutate({ id: message.id })}
            >
              <Trans>Send again</Trans>
            </Button>
          </OnlyFor>
        )}
      </Group>
      <ErrorNote error={again.error} />
    </>
  );
}
