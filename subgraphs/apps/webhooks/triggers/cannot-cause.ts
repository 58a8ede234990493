/** Thrown if a team lacks something needed to trigger an event; the message names it. */
export class CannotCause extends Error {}
