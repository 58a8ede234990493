import { z } from 'zod';
import { parseDate } from '#kit/dates.ts';
import { MAX_EMAIL } from '#kit/email.ts';
import {
  MAX_AGE,
  MAX_EXTERNAL_ID,
  MAX_ITEM_ID,
  MAX_LINES,
  MAX_NAME,
  MAX_PARTY,
  MAX_PHONE,
  MAX_STAY_GUESTS,
  MAX_TRAVEL_PURPOSE,
} from '#schema/limits.ts';
import { readStay } from './stay.ts';

/** Accepts storable text of up to `longest` characters. */
const text = (longest: number, example?: string) =>
  z
    .string()
    .min(1)
    .max(longest)
    .meta(example === undefined ? {} : { examples: [example] });

/** Draft fields that hosts don't need: accepted and discarded. */
const unused = z.record(z.string(), z.unknown()).optional();

const date = z
  .string()
  .refine((day) => parseDate(day) !== null, 'must be a date like 2027-05-01')
  .meta({ format: 'date' });
const person = {
  first_name: text(MAX_NAME, 'Ada').optional(),
  last_name: text(MAX_NAME, 'Lovelace').optional(),
  email: text(MAX_EMAIL, 'ada@example.com').optional(),
  phone_number: text(MAX_PHONE, '+41441234567').optional(),
};
const guests = (most: number) => z.int().min(0).max(most);

const occupancy = z.object({
  adults: guests(MAX_PARTY).optional(),
  children: guests(MAX_PARTY).optional(),
  child_ages: z
    .array(z.int().min(0).max(17))
    .max(MAX_STAY_GUESTS)
    .optional()
    .meta({ description: "Each child's age in whole years on the day of check-in." }),
  total: z.int().min(1).max(MAX_PARTY).meta({ description: "The stay's guests." }),
});

const assignment = z.object({
  guest_id: text(MAX_EXTERNAL_ID, 'gst_01'),
  role: text(MAX_NAME, 'primary').optional(),
});

const stay = z
  .object({
    id: text(MAX_ITEM_ID)
      .optional()
      .meta({ description: "Id of a product from search_catalog or of a session's stay." }),
    accommodation_type: z
      .object({ id: text(MAX_ITEM_ID).meta({ description: 'Id of a unit type.' }) })
      .optional(),
    rate_plan: z.object({ id: text(MAX_ITEM_ID) }).optional(),
    stay_dates: z
      .object({ start_date: date, end_date: date })
      .refine(({ start_date, end_date }) => start_date < end_date, 'must end after its first day')
      .meta({ description: 'Check-in and check-out. They override the dates in the id.' }),
    occupancy: occupancy.optional().meta({ description: "The stay's guests; defaults to those in the id." }),
    guest_assignments: z.array(assignment).max(MAX_STAY_GUESTS).optional(),
  })
  .meta({ description: 'One unit, identified by id or by accommodation_type.id and rate_plan.id.' })
  .transform(readStay);

/** The `booking` object in a request that creates or replaces a session. */
export const bookingFields = z.object({
  property: z.object({ id: text(MAX_EXTERNAL_ID) }),
  stays: z.array(stay).min(1).max(MAX_LINES).meta({ description: 'All must have the same dates.' }),
  booker: z
    .object({
      ...person,
      birthdate: text(MAX_NAME).optional(),
      company: text(MAX_ITEM_ID).optional(),
      address: unused,
    })
    .optional()
    .meta({ description: 'The person who books.' }),
  guests: z
    .array(
      z.object({
        id: text(MAX_EXTERNAL_ID, 'gst_01'),
        ...person,
        age: z.int().min(0).max(MAX_AGE).optional(),
      }),
    )
    .max(MAX_STAY_GUESTS)
    .optional()
    .meta({ description: 'The people who stay, each with an id that you choose for this session.' }),
  travel_purpose: text(MAX_TRAVEL_PURPOSE, 'leisure').optional(),
  context: unused,
  signals: unused,
  payment: unused,
});

/**
 * The `booking` object in a request that completes a session. Ignored, because the guest pays on the host's
 * own page.
 */
export const completionFields = z.object({ payment: unused, signals: unused }).optional();
