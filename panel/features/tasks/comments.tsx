import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Textarea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { instantAt } from '../../format/dates.ts';
import { tasksCommentDocument, type WorkFragment } from './generated.ts';
import classes from './tasks.module.css';

/** A task's comments, and a form for the next one. */
export function Comments({ task }: { readonly task: Pick<WorkFragment, 'id' | 'comments' | 'property'> }) {
  const { id, comments, property } = task;
  const { mutate, isPending, error } = useTeamMutation(tasksCommentDocument);
  const [text, setText] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    mutate({ taskId: id, text }, { onSuccess: () => setText('') });
  };
  return (
    <Stack gap="md">
      {comments.length > 0 && (
        <ul className={classes.comments} aria-label={t`Comments`}>
          {comments.map((comment) => (
            <li key={`${comment.createdAt} ${comment.text}`}>
              <Text size="xs" c="dimmed">
                {comment.authorName}, {instantAt(comment.createdAt, property?.timeZone)}
              </Text>
              <Text size="sm" className={classes.text ?? ''}>
                {comment.text}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Form error={error} onSubmit={add}>
        <Stack gap="xs" align="flex-start">
          <Textarea
            field="text"
            label={t`New comment`}
            autosize
            minRows={2}
            maxLength={2000}
            w="100%"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <ErrorNote error={error} />
          <Button
            type="submit"
            variant="default"
            className={classes.touch ?? ''}
            disabled={text.trim() === ''}
            loading={isPending}
          >
            <Trans>Add comment</Trans>
          </Button>
        </Stack>
      </Form>
    </Stack>
  );
}
