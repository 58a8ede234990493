/** The test properties' time zone: a day begins there one or two hours before it does in UTC. */
const ZONE = 'Europe/Zurich';

/** The current date in the test properties' time zone. */
export const today = (): Temporal.PlainDate => Temporal.Now.plainDateISO(ZONE);
