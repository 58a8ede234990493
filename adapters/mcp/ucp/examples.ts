/**
 * Dates and ids for examples that agents may copy; the dates are in the future for 60 days after the process
 * starts.
 */
const today = Temporal.Now.plainDateISO();
export const EXAMPLE_CHECK_IN = today.add({ days: 60 }).toString();
export const EXAMPLE_CHECK_OUT = today.add({ days: 63 }).toString();
export const EXAMPLE_ITEM = `stay:12:${EXAMPLE_CHECK_IN}:${EXAMPLE_CHECK_OUT}:2:0`;
