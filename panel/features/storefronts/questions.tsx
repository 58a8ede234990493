import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Fieldset, Group, Stack } from '@mantine/core';
import { MAX_QUESTIONS, MAX_REQUEST_QUESTION } from '../../../schema/limits.ts';
import { Checkbox, Textarea, TextInput } from '../../components/fields.tsx';
import type { Storefront } from './storefront.ts';

/** A question as typed: its choices one per line. */
export interface QuestionForm {
  /** Only for the form. */
  readonly key: number;
  readonly text: string;
  readonly choices: string;
  readonly required: boolean;
}

/** Returns form values for a question, empty if undefined. */
export function questionForm(key: number, question?: Storefront['requestQuestions'][number]): QuestionForm {
  const { text = '', choices = [], required = false } = question ?? {};
  return { key, text, choices: choices.join('\n'), required };
}

/** Converts a typed question to the API's input. */
export const toQuestion = ({ text, choices, required }: QuestionForm) => ({
  text: text.trim(),
  choices: choices
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  required,
});

interface QuestionsProps {
  readonly questions: readonly QuestionForm[];
  readonly set: (questions: readonly QuestionForm[]) => void;
}

/** Questions for guests who send a request. */
export function Questions({ questions, set }: QuestionsProps) {
  const change = (place: number, to: Partial<QuestionForm>) =>
    set(questions.map((question, at) => (at === place ? { ...question, ...to } : question)));
  return (
    <Stack gap="sm">
      {questions.map((question, place) => (
        <Fieldset key={question.key} legend={t`Question ${place + 1}`}>
          <Stack gap="sm">
            <TextInput
              field={`requestQuestions.${place}`}
              label={t`Text`}
              maxLength={MAX_REQUEST_QUESTION}
              value={question.text}
              onChange={(event) => change(place, { text: event.currentTarget.value })}
            />
            <Textarea
              field={`requestQuestions.${place}.choices`}
              label={t`Answers to choose from`}
              description={t`One per line. Leave it empty to let the guest write.`}
              autosize
              minRows={2}
              value={question.choices}
              onChange={(event) => change(place, { choices: event.currentTarget.value })}
            />
            <Group justify="space-between">
              <Checkbox
                field={null}
                label={t`Must be answered`}
                checked={question.required}
                onChange={(event) => change(place, { required: event.currentTarget.checked })}
              />
              <Button
                size="xs"
                variant="default"
                aria-label={t`Remove question ${place + 1}`}
                onClick={() => set(questions.filter((_, at) => at !== place))}
              >
                <Trans>Remove</Trans>
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      ))}
      {questions.length < MAX_QUESTIONS && (
        <Group>
          <Button
            size="xs"
            variant="default"
            onClick={() => set([...questions, questionForm(nextKey(questions))])}
          >
            <Trans>Add a question</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Returns a key that no question has. */
const nextKey = (questions: readonly QuestionForm[]) => Math.max(0, ...questions.map(({ key }) => key)) + 1;
