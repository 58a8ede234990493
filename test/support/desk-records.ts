/** Guests' data in a table, and how it gets out of the database. */
export interface DeskRecord {
  /** File that contains the records: a storefront's export, the CSV of bookings or invoices, or none. */
  readonly export: 'file' | 'csv' | 'none';
  /**
   * `erased` if redacting a guest removes their name from it; otherwise, the reason that the table has no guest's
   * name.
   */
  readonly guest: 'erased' | { readonly because: string };
  /** Test of the redaction; `flows/desk-redaction.test.ts` if it isn't named. */
  readonly test?: string;
}

const erased = { export: 'none', guest: 'erased' } as const;
const without = (because: string): DeskRecord => ({ export: 'none', guest: { because } });

/** Every table of checkout, payments and tasks. A new table needs a row, and a redaction if it can name a guest. */
export const DESK_RECORDS: Readonly<Record<string, DeskRecord>> = {
  'checkout.attachments': { ...erased, test: 'flows/attachments.test.ts' },
  'checkout.booking_change_requests': erased,
  'checkout.booking_requests': { ...erased, test: 'flows/booking-requests.test.ts' },
  'checkout.booking_views': without('a view filters by ids and dates; its name is the team’s'),
  'checkout.bookings': { export: 'csv', guest: 'erased' },
  'checkout.contact_keys': erased,
  'checkout.contacts': { export: 'csv', guest: 'erased' },
  'checkout.conversation_stays': without('ids'),
  'checkout.conversations': erased,
  'checkout.folio_entries': { export: 'csv', guest: 'erased' },
  'checkout.idempotency': erased,
  'checkout.invoice_series': without('counters'),
  'checkout.invoices': {
    export: 'csv',
    guest: { because: 'issued invoices are kept for accounting as they were issued, with their recipients' },
    test: 'flows/invoices.test.ts',
  },
  'checkout.merged_bookings': without('ids'),
  'checkout.merged_conversations': without('ids'),
  'checkout.message_rules': { export: 'file', guest: { because: 'the team’s rules' } },
  'checkout.message_templates': { export: 'file', guest: { because: 'the team’s texts, for every guest' } },
  'checkout.messages': erased,
  'checkout.payments': without('ids and an outcome'),
  'checkout.report_bookings': without('ids, nights, amounts and a country, which follows the guest’s'),
  'checkout.report_cells': without('sums'),
  'checkout.report_progress': without('ids and times'),
  'checkout.rule_messages': without('ids, times and the names of empty variables'),
  'checkout.sessions': erased,
  'checkout.stray_holds': without('ids'),
  'checkout.task_photos': { ...erased, test: 'flows/task-work.test.ts' },
  'checkout.unit_statuses': erased,
  'payments.method': without('the team’s payment methods'),
  'payments.refund': without('amounts, states and providers’ texts'),
  'payments.reversals': without('providers’ references, states and amounts'),
  'payments.session': { ...erased, test: 'flows/contacts.test.ts' },
  'tasks.booking_heard': without('ids and dates'),
  'tasks.install_heard': without('ids'),
  'tasks.property_turn': without('ids and times'),
  'tasks.rule_turn': without('ids and times'),
  'tasks.task': erased,
  'tasks.task_comments': erased,
  'tasks.task_rules': { export: 'file', guest: { because: 'the team’s rules' } },
  'tasks.task_type': without('the team’s and apps’ task types'),
  'tasks.turn': without('ids and times'),
};
