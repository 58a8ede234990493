import { z } from 'zod';
import { count, date, id, list, text } from '../definition-fields.ts';
import type {
  BookingSourceKind,
  MessageChannel,
  MessageTrigger,
  TaskRuleTrigger,
} from '../operations/generated.ts';

/** A team has at most as many of each. */
export const MAX_MESSAGE_TEMPLATES = 100;
export const MAX_MESSAGE_RULES = 100;
export const MAX_TASK_RULES = 50;

const MAX_TEXTS = 20;
const MAX_FILTER = 200;
const MAX_RULE_PROPERTIES = 50;
const MAX_STEPS = 50;

/** A number of hours, days or nights; checkout and tasks check its range. */
const number = count.min(0).max(1_000_000);

/** Every value of a type, which the compiler compares with the schema. */
const TRIGGERS = {
  booked: 'booked',
  paid: 'paid',
  changed: 'changed',
  cancelled: 'cancelled',
  before_check_in: 'before_check_in',
  check_in_day: 'check_in_day',
  after_check_out: 'after_check_out',
} as const satisfies { readonly [T in MessageTrigger]: T };

const CHANNELS = {
  conversation: 'conversation',
  email: 'email',
} as const satisfies { readonly [C in MessageChannel]: C };

const TASK_TRIGGERS = {
  check_out: 'check_out',
  in_house: 'in_house',
  before_arrival: 'before_arrival',
  date: 'date',
} as const satisfies { readonly [T in TaskRuleTrigger]: T };

const SOURCES = {
  agent: 'agent',
  channel: 'channel',
  direct: 'direct',
  host: 'host',
  request: 'request',
} as const satisfies { readonly [S in BookingSourceKind]: S };

/** A message template. Files and teams know it by its name. */
export const MessageTemplate = z.strictObject({
  name: text,
  texts: list(z.strictObject({ locale: text, subject: text, body: text }), MAX_TEXTS),
});

/** A rate plan of a unit type; without `ratePlan`, the unit type's default plan. */
const PlanReference = z.strictObject({ property: id, unitType: id, ratePlan: id.optional() });

/** An automatic message's rule, which refers to its template by name. */
export const MessageRule = z.strictObject({
  name: text,
  template: text,
  trigger: z.enum(TRIGGERS),
  hours: number.optional(),
  days: number.optional(),
  at: text.optional(),
  filters: z
    .strictObject({
      properties: list(id, MAX_FILTER).optional(),
      ratePlans: list(PlanReference, MAX_FILTER).optional(),
      sources: list(z.enum(SOURCES), MAX_FILTER).optional(),
      minNights: number.optional(),
      maxNights: number.optional(),
    })
    .optional(),
  channel: z.enum(CHANNELS),
  active: z.boolean().optional(),
});

/** A rule that creates tasks. */
export const TaskRule = z.strictObject({
  externalId: id,
  taskType: text,
  trigger: z.enum(TASK_TRIGGERS),
  everyNights: number.optional(),
  daysBefore: number.optional(),
  date: date.optional(),
  checklist: list(text, MAX_STEPS).optional(),
  properties: list(id, MAX_RULE_PROPERTIES).optional(),
  enabled: z.boolean().optional(),
});

export type MessageTemplateDefinition = z.output<typeof MessageTemplate>;
export type MessageRuleDefinition = z.output<typeof MessageRule>;
export type TaskRuleDefinition = z.output<typeof TaskRule>;
export type PlanReference = z.output<typeof PlanReference>;
