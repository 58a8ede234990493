/** A team lacks what it takes to cause an event; the message shows what. */
export class CannotCause extends Error {}
