/** What a permission (scope or capability) means, in a host's words: on the consent page and in the panel. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  read_bookings: {
    title: 'See your bookings',
    text: 'Dates, guests, amounts and whether a stay is paid.',
  },
  write_bookings: { title: 'Change your bookings', text: 'Make, change and cancel bookings for you.' },
  read_contacts: { title: 'See your guests', text: 'Names, e-mail addresses and phone numbers.' },
  write_contacts: {
    title: 'Change your guests’ details',
    text: 'Add guests and correct what is known of them.',
  },
  read_conversations: { title: 'Read your messages', text: 'What you and your guests write to each other.' },
  write_conversations: { title: 'Write to your guests', text: 'Send messages in your name.' },
  read_payment_sessions: {
    title: 'See payments',
    text: 'What guests were asked to pay, and what became of it.',
  },
  write_payment_sessions: {
    title: 'Take payments',
    text: 'Say which payments of your guests were made, declined or given back.',
  },
  read_properties: { title: 'See your properties', text: 'Properties and unit types with their details.' },
  write_properties: { title: 'Change your properties', text: 'Edit properties and unit types.' },
  read_rates: { title: 'See your rates and availability', text: 'Prices, restrictions and free units.' },
  write_rates: {
    title: 'Change your rates and availability',
    text: 'Set prices, restrictions and free units.',
  },
  read_tasks: { title: 'See your tasks', text: 'Cleaning, maintenance and other work, and who does it.' },
  write_tasks: { title: 'Work on your tasks', text: 'Change where a task stands and add notes to it.' },
  act_as_assignment_provider: {
    title: 'Assign people to your tasks',
    text: 'Decide who does the tasks you hand to this app.',
  },
  register_task_types: { title: 'Add kinds of task', text: 'Bring kinds of task of its own.' },
  refunds: { title: 'Give money back', text: 'Refund payments when you ask for it.' },
};

/** A scope or capability in words; its own name where nothing better is known. */
export const wordsOf = (permission: string): Words => WORDS[permission] ?? { title: permission, text: '' };
