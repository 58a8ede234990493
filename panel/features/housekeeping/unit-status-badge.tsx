import { msg } from '@lingui/core/macro';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { translated } from '../../i18n/translated.ts';
import type { UnitStatus } from './generated.ts';

/** Names of units' statuses. */
export const STATUS_WORDS: Readonly<Record<UnitStatus, string>> = translated({
  clean: msg`Clean`,
  dirty: msg`Dirty`,
  inspected: msg`Inspected`,
  out_of_order: msg`Out of order`,
});

const TONES: Readonly<Record<UnitStatus, Tone>> = {
  clean: 'good',
  inspected: 'good',
  dirty: 'waiting',
  out_of_order: 'bad',
};

/** A unit's housekeeping status. */
export const UnitStatusBadge = ({ status }: { readonly status: UnitStatus }) => (
  <StatusBadge tone={TONES[status]}>{STATUS_WORDS[status]}</StatusBadge>
);
