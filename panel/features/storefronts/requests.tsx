import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { hoursOf } from '../../format/hours.ts';
import { storefrontsSetDocument } from './generated.ts';
import { Questions, questionForm, toQuestion } from './questions.tsx';
import type { Storefront } from './storefront.ts';

/** Request settings for a storefront without instant booking. */
export function Requests({ storefront }: { readonly storefront: Storefront }) {
  const { id } = storefront;
  const [form, setForm] = useState({
    mode: storefront.requestMode,
    respond: hoursOf(storefront.respondWithin),
    pay: hoursOf(storefront.payWithin),
    notice: hoursOf(storefront.minNotice),
    questions: storefront.requestQuestions.map((question) => questionForm(question)),
  });
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(storefrontsSetDocument);
  const set = (change: Partial<typeof form>) => {
    reset();
    setForm({ ...form, ...change });
  };
  const hours = (typed: string) => /^\d{1,4}(?:\.\d{1,2})?$/.test(typed.trim());
  const valid = hours(form.respond) && hours(form.pay) && hours(form.notice);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const input = {
      id,
      requestMode: form.mode,
      respondWithin: durationOf(form.respond),
      payWithin: durationOf(form.pay),
      minNotice: durationOf(form.notice),
      requestQuestions: form.questions.map(toQuestion),
    };
    if (valid) mutate({ input });
  };
  const field = (name: 'respond' | 'pay' | 'notice', label: string, description: string) => (
    <TextInput
      {...{ label, description }}
      inputMode="decimal"
      value={form[name]}
      error={hours(form[name]) ? undefined : 'Enter a number of hours.'}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Panel title="Requests to book">
      <form onSubmit={save}>
        <Stack gap="md">
          {storefront.instantBooking && (
            <Text size="sm" c="dimmed">
              Guests send requests once instant booking is off.
            </Text>
          )}
          <NativeSelect
            label="While a request waits for your answer"
            value={form.mode}
            data={[
              { value: 'ask', label: 'Its nights stay on sale' },
              { value: 'hold', label: 'Its nights are held' },
            ]}
            onChange={(event) => set({ mode: event.currentTarget.value === 'hold' ? 'hold' : 'ask' })}
          />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            {field('respond', 'Hours to answer', 'Then it expires')}
            {field('pay', 'Hours to pay', 'After you accept')}
            {field('notice', 'Hours of notice', 'Before the check-in day')}
          </SimpleGrid>
          <Questions questions={form.questions} set={(questions) => set({ questions: [...questions] })} />
          <ErrorNote error={error} />
          <SaveRow disabled={!valid} isSaving={isPending} isSaved={isSuccess} />
        </Stack>
      </form>
    </Panel>
  );
}

const durationOf = (hours: string): string => `PT${Math.round(Number(hours.trim()) * 60)}M`;
