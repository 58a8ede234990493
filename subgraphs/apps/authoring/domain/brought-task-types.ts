import type { DeclaredTaskRule, DeclaredTaskType } from '#manifest/task-types.ts';

/** A task type as described to a host who is deciding whether to install its app. */
export interface BroughtTaskType {
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

const CREATED: Readonly<Record<string, string>> = {
  'booking.confirmed': 'for every confirmed booking',
  'booking.checked_out': 'for every check-out',
  'booking.cancelled': 'for every cancelled booking',
  every: 'at a fixed interval at every property',
};

/**
 * Returns the task types that a version adds, in wording for hosts
 * (docs/interface/tasks.md#task-types-from-apps).
 */
export const inHostsWords = (types: readonly DeclaredTaskType[] | null): readonly BroughtTaskType[] =>
  (types ?? []).map(({ key, name, description, provider, blocksGuestReady, rules }) => {
    const sentences = [
      ...(description ? [/[.!?]$/.test(description) ? description : `${description}.`] : []),
      ...createdWords(rules),
      ...(provider === 'self' ? ['The app assigns it.'] : []),
      ...(blocksGuestReady ? ["A property isn't guest-ready until it's done."] : []),
    ];
    return { key, name, text: sentences.join(' ') };
  });

function createdWords(rules: readonly DeclaredTaskRule[]): readonly string[] {
  const on = rules.filter(({ enabledByDefault }) => enabledByDefault).map(({ trigger }) => CREATED[trigger]);
  return on.length ? [`Created ${on.join(' and ')}.`] : [];
}
