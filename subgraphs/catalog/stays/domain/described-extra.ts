import { dateOfEpochDay, type EpochDay } from '../../domain/calendar.ts';
import type { StayExtra } from '../../generated.ts';
import type { OfferedExtra } from '../../rates/domain/fees-and-taxes.ts';

/** Describes an extra in the schema's form (`StayExtra`). */
export const describeExtra = ({
  id,
  name,
  basis,
  amount,
  price,
  total,
  max,
  validFrom,
  validUntil,
  taxes,
}: OfferedExtra): StayExtra => ({
  id: String(id),
  name,
  basis,
  amount,
  price,
  total,
  max,
  validFrom: dateOf(validFrom),
  validUntil: dateOf(validUntil),
  taxes: taxes.map((tax) => ({
    id: String(tax.id),
    name: tax.name,
    inclusive: tax.inclusive,
    percent: tax.rate / 1_000,
  })),
});

const dateOf = (day: EpochDay | null) => (day === null ? null : dateOfEpochDay(day).toString());
