/** Variables that templates of automatic messages can use. */
export const MESSAGE_VARIABLES = [
  'guest.firstName',
  'guest.lastName',
  'stay.checkIn',
  'stay.checkOut',
  'stay.nights',
  'unit.name',
  'unitType.name',
  'property.name',
  'booking.reference',
  'door.code',
  'balance',
  'permalink',
] as const;
export type MessageVariable = (typeof MESSAGE_VARIABLES)[number];
