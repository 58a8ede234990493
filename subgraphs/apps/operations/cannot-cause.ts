/** A team lacks what it takes to cause an event; the message says what. */
export class CannotCause extends Error {}
