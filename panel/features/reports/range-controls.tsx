import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { reportPropertiesDocument } from './generated.ts';
import { PRESETS, type Preset, type ReportState, readReport, todayHere } from './report-address.ts';
import classes from './reports.module.css';

/** Returns the report that the page's address describes, and changes parts of the address. Without dates, it's `usual`. */
export function useReportAddress(usual: Preset = 'this_month') {
  const [parameters, setParameters] = useSearchParams();
  const change = (parts: Readonly<Record<string, string>>) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(parts)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  return { state: readReport(parameters, todayHere(), usual), change, parameters };
}

interface RangeControlsProps {
  readonly state: ReportState;
  readonly change: (parts: Readonly<Record<string, string>>) => void;
  /** The page's other choices. */
  readonly children?: ReactNode;
}

/** Chooses a report's dates and property, which are kept in the page's address. */
export function RangeControls({ state: { from, until, property }, change, children }: RangeControlsProps) {
  const { data } = useTeamQuery(reportPropertiesDocument, {});
  const properties = data?.properties?.nodes ?? [];
  const preset = PRESETS.findIndex(({ rangeAt }) => {
    const range = rangeAt(todayHere());
    return range.from === from && range.until === until;
  });
  return (
    <Group align="flex-end" gap="sm" className={classes.controls ?? ''}>
      <NativeSelect
        label={t`Period`}
        value={String(preset)}
        data={[
          { value: '-1', label: t`Own dates` },
          ...PRESETS.map(({ label }, place) => ({ value: String(place), label: t(label) })),
        ]}
        onChange={({ currentTarget }) => {
          const range = PRESETS[Number(currentTarget.value)]?.rangeAt(todayHere());
          if (range) change({ ...range });
        }}
      />
      <TextInput
        type="date"
        label={t`From`}
        value={from}
        max={until}
        onChange={({ currentTarget: { value } }) => value && change({ from: value, until })}
      />
      <TextInput
        type="date"
        label={t`Until`}
        value={until}
        min={from}
        onChange={({ currentTarget: { value } }) => value && change({ from, until: value })}
      />
      {properties.length > 1 && (
        <NativeSelect
          label={t`Property`}
          value={property}
          data={[
            { value: '', label: t`All properties` },
            ...properties.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => change({ property: currentTarget.value })}
        />
      )}
      {children}
    </Group>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: string) => void;
}

/** One of a report's choices. */
export const Choice = <T extends string>({ label, options, value, onChange }: ChoiceProps<T>) => (
  <NativeSelect
    label={label}
    value={value}
    data={[...options]}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

interface SaveButtonsProps {
  /** Saves the report; undefined while it has no numbers. */
  readonly onSave?: (() => void | Promise<void>) | null | undefined;
  /** True while the page still shows the numbers from before a choice changed. */
  readonly isLoading: boolean;
}

/** Buttons that save a report as CSV and print it. */
export function SaveButtons({ onSave, isLoading }: SaveButtonsProps) {
  const save = useMutation({ mutationFn: async () => onSave?.() });
  return (
    <Group gap="sm" className={classes.controls ?? ''}>
      <ErrorNote error={save.error} />
      <Button
        variant="default"
        disabled={!onSave || isLoading}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        <Trans>Download CSV</Trans>
      </Button>
      <Button variant="default" onClick={() => window.print()}>
        <Trans>Print</Trans>
      </Button>
    </Group>
  );
}
