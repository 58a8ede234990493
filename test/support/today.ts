/** Where the houses of the tests stand: a day begins there one or two hours before it does in UTC. */
const ZONE = 'Europe/Zurich';

/** Today where the houses of the tests stand. */
export const today = (): Temporal.PlainDate => Temporal.Now.plainDateISO(ZONE);
