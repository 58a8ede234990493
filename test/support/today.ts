/** The test properties' time zone, where a day begins one or two hours before it does in UTC. */
export const TIME_ZONE = 'Europe/Zurich';

/** The current date in the test properties' time zone. */
export const today = (): Temporal.PlainDate => Temporal.Now.plainDateISO(TIME_ZONE);
